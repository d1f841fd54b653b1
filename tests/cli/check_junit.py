"""check_junit.py FILE: parses JUnit XML, checks its counts, and prints its test cases."""
import sys
import xml.etree.ElementTree as xml

suites = xml.parse(sys.argv[1]).getroot()
assert suites.tag == "testsuites"
suite, = suites
cases = suite.findall("testcase")
assert int(suite.get("tests")) == len(cases) == len(suite)
errors = [case for case in cases if case.find("error") is not None]
failures = [case for case in cases if case.find("failure") is not None and case not in errors]
assert int(suite.get("failures")) == len(failures) and int(suite.get("errors")) == len(errors)
assert float(suite.get("time")) >= 0
for case in cases:
    assert case.get("classname") == "belay" and float(case.get("time")) >= 0
    print("testcase", case.get("name"))
    for known in case.findall("properties/property"):
        print("  property", known.get("name"), known.get("value"))
    for outcome in case:
        if outcome.tag == "properties":
            assert outcome is case[0]
            continue
        print(" ", outcome.tag, outcome.get("type"), outcome.get("message"))
        assert outcome.get("type") in ("not-judged", "exit-status") or outcome.get("message") in outcome.text
