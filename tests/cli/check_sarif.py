"""check_sarif.py FILE: checks the members that SARIF 2.1.0 requires, and prints the results."""
import json
import sys

log = json.load(open(sys.argv[1], encoding="utf-8"))
assert log["version"] == "2.1.0" and "sarif" in log["$schema"] and len(log["runs"]) == 1
run = log["runs"][0]
driver = run["tool"]["driver"]
assert driver["name"] == "Belay" and driver["version"]
ids = [rule["id"] for rule in driver["rules"]]
assert len(set(ids)) == len(ids) > 50
for rule in driver["rules"]:
    assert rule["shortDescription"]["text"] and rule["fullDescription"]["text"] and "Fix: " in rule["help"]["text"]
    assert rule["defaultConfiguration"]["level"] in ("note", "warning", "error")


def place(location):
    physical = location["physicalLocation"]
    assert physical["region"]["startLine"] >= 1
    return f"{physical['artifactLocation']['uri']}:{physical['region']['startLine']}"


for invocation in run["invocations"]:
    assert isinstance(invocation["executionSuccessful"], bool)
    problems = [notification["message"]["text"] for notification in invocation.get("toolExecutionNotifications", [])]
    print("invocation", invocation["commandLine"], invocation["executionSuccessful"], *problems)
    if "properties" in invocation:
        fidelity = invocation["properties"]["fidelity"]
        print("  fidelity", fidelity["exact"], fidelity["open"], fidelity["refused"],
              *[f"{point['name']}={point['count']}" for point in fidelity["points"]])
for result in run["results"]:
    assert ids[result["ruleIndex"]] == result["ruleId"] and result["level"] in ("note", "warning", "error")
    assert result["occurrenceCount"] >= 1 and result["properties"]["program"]
    for suppression in result.get("suppressions", []):
        assert suppression["kind"] == "external"
    print("result", result["ruleId"], result["level"], result["occurrenceCount"],
          *[place(location) for location in result.get("locations", [])],
          *["related " + place(location) for location in result.get("relatedLocations", [])],
          *["suppressed: " + suppression["justification"] for suppression in result.get("suppressions", [])])
    print("  " + result["message"]["text"].split("\n")[0])
