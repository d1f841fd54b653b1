"""check_json.py FILE: reads records (docs/reports.md) and prints one short line for each."""
import json
import sys

REQUIRED = {"run": {"format": int, "program": str, "arch": str, "schedule": str},
            "report": {"rule": str, "number": int, "severity": str, "message": str, "details": list, "count": int},
            "fidelity": {"kernel": str, "exact": int, "open": int, "refused": int, "points": list},
            "end": {"errors": int, "warnings": int, "notes": int, "suppressed": int}}


def place(site):
    return f"{site['file']}:{site['line']}" if "file" in site else "-"


for line in open(sys.argv[1], encoding="utf-8"):
    record = json.loads(line)
    for member, kind in REQUIRED[record["type"]].items():
        assert isinstance(record[member], kind), (member, record)
    if record["type"] == "report":
        assert record["severity"] in ("note", "warning", "error")
        assert all(set(detail) == {"key", "value"} for detail in record["details"])
        print("report", record["rule"], record["number"], record["severity"], record.get("operation", "-"),
              record.get("kernel", "-"), record.get("block", "-"), place(record), place(record.get("other", {})),
              *[detail["key"] for detail in record["details"]], record.get("suppression", ""))
    elif record["type"] == "fidelity":
        print("fidelity", record["kernel"], record["exact"], record["open"], record["refused"])
        for point in record["points"]:
            assert point["what"] and point["choice"]
            reader = point.get("reader", {"file": "-", "line": "-"})
            print("  point", point["name"], point["count"], place(point), reader["line"])
    else:
        print(*[record[member] for member in ["type", *REQUIRED[record["type"]]]])
