"""JUnit, read by junitparser."""

import subprocess
from collections import defaultdict

from junitparser import Error, Failure, JUnitXml, Skipped

from conftest import printable


def suites(folder):
    return list(JUnitXml.fromstring(folder.check("junit").encode()))


def test_every_file_is_a_suite_of_named_cases(folder):
    files = {finding["file"] for finding in folder.findings()}
    read = suites(folder)
    assert {printable(file) for file in files} <= {suite.name for suite in read}
    assert len({suite.name for suite in read}) == len(read)
    for suite in read:
        cases = list(suite)
        assert len(cases) == suite.tests >= 1
        results = [result for case in cases for result in case.result]
        assert sum(isinstance(result, Failure) for result in results) == suite.failures
        assert sum(isinstance(result, Skipped) for result in results) == suite.skipped
        assert len(results) == suite.failures + suite.skipped
        # GitLab keeps only the first of several cases with the same names.
        assert len({(case.classname, case.name) for case in cases}) == len(cases)
        assert all(case.name and case.classname == suite.name for case in cases)


def test_errors_fail_their_case_and_nothing_else_does(folder):
    errors, others = defaultdict(list), defaultdict(list)
    for finding in folder.findings():
        kind = errors if finding["severity"] == "error" else others
        kind[printable(finding["file"])].append(finding)
    for suite in suites(folder):
        results = [result for case in suite for result in case.result]
        failures = [result for result in results if isinstance(result, Failure)]
        # What was not judged is neither right nor wrong.
        assert all(isinstance(result, Failure | Skipped) for result in results)
        # GitLab shows the text, not the message.
        text = "".join(failure.text for failure in failures)
        assert text.count("error[") == len(errors[suite.name])
        for finding in errors[suite.name]:
            assert f"error[{finding['code']}]: {printable(finding['message'])}\n" in text
        for failure in failures:
            assert failure.message.split(" (and ")[0] in text
            assert failure.type in text
        said = "".join(case.system_out or "" for case in suite)
        for finding in others[suite.name]:
            assert f"{finding['severity']}[{finding['code']}]: {printable(finding['message'])}\n" in said


def test_trees_go_by_their_titles(command, tmp_path):
    from conftest import Folder

    (tmp_path / "a.tree").write_text(
        'tree "one" { max { 1 } } max = 2 { 1 } tree "one" { max = _ { 1 } } tree "<&]]>\\n" { max = 7 { 1 } } cut none'
    )
    (suite,) = suites(Folder(tmp_path, command))
    outcomes = {case.name: bool(case.result) for case in suite}
    assert outcomes == {"a.tree": True, "one": False, "tree 2": True, "one (2)": False, "<&]]>\u240a": True}


def test_what_cannot_be_read_is_a_case_that_went_wrong(command, tmp_path):
    (tmp_path / "no text.tree").write_bytes(b"\xff")
    check = [command, "check", "--format", "junit", "no text.tree", "missing.tree"]
    read = JUnitXml.fromstring(subprocess.run(check, cwd=tmp_path, capture_output=True, check=False).stdout)
    assert [suite.name for suite in read] == ["no text.tree", "missing.tree"]
    for suite in read:
        (case,) = suite
        (result,) = case.result
        assert isinstance(result, Error) and suite.errors == 1 and suite.failures == 0
        assert result.text == f"{suite.name}: {result.message}\n"
