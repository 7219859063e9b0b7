//! Filling in the gradebooks that course systems export.

#![cfg(feature = "cli")]

mod folder;

use std::fs;

use folder::{Folder, Run};

const EXERCISE: &str = "tree \"t\" { reveal answers max A = 5 worth 2 plays b worth 1/2 { a: 3, b: 5 } }\n";
const RIGHT: &str = "tree \"t\" { max A = 5 plays b { a: 3, b: 5 } }\n";
const HALF: &str = "tree \"t\" { max A = 5 plays a { a: 3, b: 5 } }\n";

/// A Moodle download and a gradebook.
fn class(name: &str, gradebook: &str) -> Folder {
    let files = [
        ("hw.tree", EXERCISE),
        ("in/Ada L_101_assignsubmission_file_/a.tree", RIGHT),
        ("in/Bob M_102_assignsubmission_file_/a.tree", HALF),
        ("grades.csv", gradebook),
    ];
    Folder::new(name, &files)
}

fn filled(folder: &Folder, options: &[&str]) -> Run {
    folder.run(&[&["grade", "hw.tree", "in", "--into", "grades.csv"], options].concat())
}

#[test]
fn a_worksheet_of_moodle_is_filled_and_nothing_else_changes() {
    let before = "\u{feff}Identifier,\"Full name\",Email address,Status,Grade,Maximum Grade,Grade can be changed,\
                  \"Last modified (grade)\",Feedback comments\r\n\
                  \"Participant 102\",\"M, \"\"Bob\"\"\",b@x.org,Submitted,,2.50,Yes,-,\r\n\
                  Participant 101,Ada L,a@x.org,Submitted,1.00,2.50,Yes,\"Monday, 3 May\",\r\n\
                  Participant 103,Eve,e@x.org,No submission,,2.50,Yes,-,";
    let folder = class("gradebook-moodle", before);
    let run = filled(&folder, &[]);
    let after = before.replace("Submitted,,2.50", "Submitted,2,2.50").replace("Submitted,1.00,", "Submitted,2.5,");
    assert_eq!((run.out.as_str(), run.status), (after.as_str(), Some(0)), "{}", run.err);
    assert_eq!(run.err, "gametree: grades.csv: 1 student in it gets no marks, so their cells stay as they are\n");
    assert_eq!(fs::read_to_string(folder.0.join("grades.csv")).unwrap(), before, "the export itself stays");
}

#[test]
fn numbers_are_written_as_the_file_writes_them() {
    let before = "ID;Vollständiger Name;Status;Bewertung;Bestwertung\n\
                  Teilnehmer/in101;Ada;x;;2,50\nTeilnehmer/in102;Bob;x;;2,50\n";
    let run = filled(&class("gradebook-comma", before), &[]);
    assert_eq!(run.out, before.replace("Ada;x;;", "Ada;x;2,5;").replace("Bob;x;;", "Bob;x;2;"), "{}", run.err);
    // With a comma between cells, too, the number needs quotation marks.
    let before = before.replace("2,50", "\"2,50\"").replace(';', ",");
    let run = filled(&class("gradebook-commas", &before), &[]);
    assert_eq!(run.out, before.replace("Ada,x,,", "Ada,x,\"2,5\",").replace("Bob,x,,", "Bob,x,2,"), "{}", run.err);
}

#[test]
fn thousands_and_lists_are_no_decimal_commas() {
    let before = "Student,ID,Section,Total,HW\nAda,101,\"1,2\",\"1,100.50\",\nBob,102,\"1,2\",\"1,250\",\n";
    let run = filled(&class("gradebook-thousands", before), &["--column", "HW"]);
    let after = before.replace("\"1,100.50\",", "\"1,100.50\",2.5").replace("\"1,250\",", "\"1,250\",2");
    assert_eq!(run.out, after, "{}", run.err);
}

#[test]
fn an_export_of_canvas_keeps_its_other_rows() {
    let before = "Student,ID,SIS User ID,SIS Login ID,Section,Homework 3 (123456)\n\
                  \x20   Points Possible,,,,,2.5\n\
                  \"L, Ada\",7,S1,ada,1,\n\"M, Bob\",8,S2,bob,1,\n\"Student, Test\",,,,,\n";
    let files = [("hw.tree", EXERCISE), ("in/ada.tree", RIGHT), ("in/bob.tree", HALF), ("grades.csv", before)];
    let folder = Folder::new("gradebook-canvas", &files);
    let run = filled(&folder, &["--column", "Homework 3 (123456)", "--output", "filled.csv"]);
    assert_eq!((run.status, run.out.as_str(), run.err.as_str()), (Some(0), "", ""));
    let after = before.replace("ada,1,", "ada,1,2.5").replace("bob,1,", "bob,1,2");
    assert_eq!(fs::read_to_string(folder.0.join("filled.csv")).unwrap(), after);
    let run = filled(&folder, &[]);
    assert_eq!(run.status, Some(2));
    assert!(run.err.contains("name it with --column; its columns are `Student`, `ID`"), "{}", run.err);
}

#[test]
fn a_submission_without_a_row_is_reported() {
    let run = filled(
        &class("gradebook-unmatched", "Email,key,mark\na@x,101,\n"),
        &["--column", "mark", "--id-column", "key"],
    );
    assert_eq!((run.out.as_str(), run.status), ("Email,key,mark\na@x,101,2.5\n", Some(1)));
    assert_eq!(run.err, "gametree: grades.csv: 1 submission has no row in it: `102`\n");
}

#[test]
fn another_greatest_mark_is_reported() {
    let moodle = "Identifier,Grade,Maximum Grade\nParticipant 101,,100.00\nParticipant 102,,100.00\n";
    let run = filled(&class("gradebook-greatest", moodle), &[]);
    assert_eq!(run.status, Some(0));
    assert!(run.err.contains("the greatest mark in it is 100, but the exercise is worth 2.5"), "{}", run.err);
    let one_row = moodle.replacen("100.00", "2.50", 1);
    let run = filled(&class("gradebook-greatest-of-one", &one_row), &[]);
    assert!(run.err.contains("the greatest mark in it is 100"), "{}", run.err);
    let run = filled(&class("gradebook-greatest-right", &moodle.replace("100.00", "2.50")), &[]);
    assert_eq!(run.err, "");
}

#[test]
fn feedback_is_filled_in_only_where_moodle_has_room() {
    let moodle = "Identifier,Grade,Feedback comments\nParticipant 101,,\nParticipant 102,,old\n";
    let folder = class("gradebook-feedback", moodle);
    let run = filled(&folder, &["--feedback-column", "Feedback comments"]);
    let expected = "Identifier,Grade,Feedback comments\n\
        Participant 101,2.5,\"<p>2.5 of 2.5 marks, 0 mistakes<br>t<br>&emsp;✓ right: 2 answers</p>\"\n\
        Participant 102,2,\"<p>2 of 2.5 marks, 1 mistake<br>t<br>&emsp;✗ A: move: `a`; the right answer is `b`";
    assert!(run.out.starts_with(expected), "{}", run.out);
    fs::write(folder.0.join("grades.csv"), "ID,Grade,Comment\n101,,\n").unwrap();
    let run = filled(&folder, &["--column", "Grade", "--feedback-column", "Comment"]);
    assert_eq!(run.status, Some(2));
    assert!(run.err.contains("not a grading worksheet of Moodle"), "{}", run.err);
}

#[test]
fn what_cannot_be_filled_is_refused() {
    let refused = |name: &str, gradebook: &str, reason: &str| {
        let run = filled(&class(name, gradebook), &["--column", "mark", "--output", "grades-new.csv"]);
        assert_eq!((run.status, run.out.as_str()), (Some(2), ""));
        assert!(run.err.contains(reason), "{}", run.err);
    };
    refused("gradebook-twice", "ID,mark\n101,\n101,\n", "lines 2 and 3 have the same id, `101`");
    refused("gradebook-short", "ID,name,mark\n101,Ada\n", "line 2 ends before the column `mark`");
    refused("gradebook-excel", "sep=,\nID,mark\n101,\n", "its first line, `sep=`, is only for Excel; delete this line");
    refused("gradebook-open", "ID,mark\n101,\"\n", "line 2: a quotation mark is never closed");
    refused("gradebook-others", "ID,mark\n1,\n2,\n", "no id in the column `ID` belongs to a submission");
    refused("gradebook-none", "who,mark\n101,\n", "it is not clear which column has the ids");
    refused("gradebook-same", "ID,mark,mark\n101,,\n", "several columns named `mark`");
    let folder = class("gradebook-itself", "ID,mark\n101,\n102,\n");
    let run = filled(&folder, &["--column", "mark", "--output", "grades.csv"]);
    assert_eq!(run.status, Some(2), "the export is not overwritten");
}
