//! The report about a class as a page, without a script.

use std::fmt::Write;

use gametree::diagnostic::render::printable;
use gametree::number::Number;
use gametree::render::still_page;
use quick_xml::escape::escape;

use super::exact::whole;
use super::report::{AnswerReport, Count, Counted, ItemReport, Listed, Marks, QuestionReport, Report, SharedMistakes};

const STYLE: &str = include_str!("class.css");

/// The height of the longest bar of the histogram, in pixels.
const HIGHEST: u64 = 120;

pub(super) fn written(report: &Report) -> String {
    let title = format!("Class report: {}", report.exercises.join(", "));
    let mut body = format!("<header>\n<h1>{}</h1>\n</header>\n<main>\n", text(&title));
    overview(&mut body, report);
    if let Some(marks) = &report.marks {
        histogram(&mut body, marks, report.worth.as_deref());
    }
    questions(&mut body, report);
    if !report.misconceptions.is_empty() {
        section(&mut body, "What mistakes look like", "Students with two or more mistakes that fit one wrong rule.");
        counts(&mut body, ["Wrong rule", "Students"], &report.misconceptions);
        body.push_str("</section>\n");
    }
    items(&mut body, report);
    altered(&mut body, report);
    students(&mut body, report);
    body.push_str("</main>\n");
    still_page(&printable(&title), STYLE, &body)
}

fn section(body: &mut String, heading: &str, about: &str) {
    let _ = writeln!(body, "<section>\n<h2>{heading}</h2>");
    if !about.is_empty() {
        let _ = writeln!(body, "<p class=\"about\">{about}</p>");
    }
}

fn overview(body: &mut String, report: &Report) {
    section(body, "Submissions", "");
    counts(body, ["Status", "Students"], &report.statuses);
    let _ = writeln!(
        body,
        "<dl><div><dt>Marks for answers that follow from a mistake</dt><dd>{}</dd></div><div><dt>Students who got such \
         marks</dt><dd>{}</dd></div></dl>",
        report.follow_through.marks.as_deref().map_or_else(|| "–".to_string(), decimal),
        shown(report.follow_through.students)
    );
    if !report.with_ids {
        body.push_str("<p class=\"about\">Numbers of one or two students are shown as &lt; 3.</p>\n");
    }
    body.push_str("</section>\n");
}

fn counts(body: &mut String, [name, count]: [&str; 2], rows: &[Counted]) {
    let _ = write!(body, "<table><thead><tr><th>{name}</th><th class=\"n\">{count}</th></tr></thead><tbody>");
    for Counted { name, count } in rows {
        let _ = write!(body, "<tr><th scope=\"row\">{}</th><td class=\"n\">{}</td></tr>", text(name), shown(*count));
    }
    body.push_str("</tbody></table>\n");
}

fn histogram(body: &mut String, marks: &Marks, worth: Option<&str>) {
    section(body, "Marks", "Each bar is a tenth of the marks.");
    let of = |marks: &Option<String>| marks.as_deref().map_or_else(|| "–".to_string(), decimal);
    let _ = writeln!(
        body,
        "<dl><div><dt>Mean</dt><dd>{}</dd></div><div><dt>Lower quartile</dt><dd>{}</dd></div><div><dt>Median</dt><dd>{}\
         </dd></div><div><dt>Upper quartile</dt><dd>{}</dd></div><div><dt>Worth</dt><dd>{}</dd></div></dl>",
        of(&marks.mean),
        of(&marks.quartiles[0]),
        of(&marks.median),
        of(&marks.quartiles[1]),
        worth.map_or_else(String::new, decimal),
    );
    let most = marks.histogram.iter().map(|count| count.height()).max().unwrap_or(0).max(1);
    body.push_str("<ol class=\"bars\">\n");
    for (tenth, count) in marks.histogram.iter().enumerate() {
        let height = count.height() * HIGHEST / most;
        let _ = writeln!(
            body,
            "<li><span class=\"count\">{}</span><span class=\"bar\" style=\"height:{height}px\"></span>\
             <span>{}–{} %</span></li>",
            shown(*count),
            10 * tenth,
            10 * (tenth + 1)
        );
    }
    body.push_str("</ol>\n</section>\n");
}

fn questions(body: &mut String, report: &Report) {
    section(
        body,
        "Questions",
        "Discrimination is the correlation of the marks of a question with all other marks: near 0 or below, the \
         question may be unclear.",
    );
    body.push_str(
        "<div class=\"wide\"><table><thead><tr><th>Question</th><th class=\"n\">Worth</th><th class=\"n\">Mean</th>\
         <th class=\"n\">Right</th><th class=\"n\">Follow</th><th class=\"n\">Discrimination</th></tr></thead><tbody>\n",
    );
    for question in &report.questions {
        let percent = |share: &Option<String>| share.as_deref().map_or_else(|| "–".to_string(), percent);
        let discrimination = question.discrimination.map_or_else(|| "–".to_string(), |number| format!("{number:.2}"));
        let _ = writeln!(
            body,
            "<tr><th scope=\"row\">{}</th><td class=\"n\">{}</td><td class=\"n\">{}</td><td class=\"n\">{}</td>\
             <td class=\"n\">{}</td><td class=\"n\">{discrimination}</td></tr>",
            called(question, report),
            question.worth.as_deref().map_or_else(String::new, decimal),
            percent(&question.mean),
            percent(&question.right),
            percent(&question.follows),
        );
    }
    body.push_str("</tbody></table></div>\n</section>\n");
}

/// `hw1 1.4 ask values`.
fn called(question: &QuestionReport, report: &Report) -> String {
    let exercise = if report.exercises.len() > 1 { format!("{} ", question.exercise) } else { String::new() };
    text(&format!("{exercise}{} {}", question.id, question.name))
}

fn items(body: &mut String, report: &Report) {
    if report.questions.iter().all(|question| question.items.is_empty()) {
        return;
    }
    section(body, "Answers", "For each question, the answers that were asked for, with the commonest wrong ones.");
    for question in report.questions.iter().filter(|question| !question.items.is_empty()) {
        let _ = writeln!(body, "<details><summary>{}</summary>", called(question, report));
        body.push_str(
            "<div class=\"wide\"><table><thead><tr><th>Answer</th><th class=\"n\">✓ right</th><th class=\"n\">↪ follow</th>\
             <th class=\"n\">✗ wrong</th><th class=\"n\">○ none</th><th>Commonest wrong answers</th></tr></thead><tbody>\n",
        );
        question.items.iter().for_each(|row| item(body, row));
        body.push_str("</tbody></table></div></details>\n");
    }
    body.push_str("</section>\n");
}

fn item(body: &mut String, item: &ItemReport) {
    let [right, follows, wrong, none] = [item.right, item.follows, item.wrong, item.none].map(shown);
    let mut answers: Vec<String> = item.answers.iter().map(answer).collect();
    if item.other.shown() != "0" {
        answers.push(format!("others ({})", shown(item.other)));
    }
    let _ = writeln!(
        body,
        "<tr><th scope=\"row\">{}</th><td class=\"n\">{right}</td><td class=\"n\">{follows}</td><td class=\"n\">{wrong}\
         </td><td class=\"n\">{none}</td><td>{}</td></tr>",
        text(&item.name),
        answers.join("<br>")
    );
}

fn answer(answer: &AnswerReport) -> String {
    let as_if = if answer.as_if.is_empty() { String::new() } else { format!(": as if {}", answer.as_if.join(", or ")) };
    format!("<code>{}</code> ({}){}", text(&answer.answer), shown(answer.count), text(&as_if))
}

fn altered(body: &mut String, report: &Report) {
    if report.altered.is_empty() {
        return;
    }
    section(body, "Altered trees", "Students who changed a tree. Their answers are marked against the original tree.");
    let row =
        |row: &super::report::Altered| Counted { name: format!("{}: {}", row.exercise, row.tree), count: row.count };
    counts(body, ["Tree", "Students"], &report.altered.iter().map(row).collect::<Vec<Counted>>());
    body.push_str("</section>\n");
}

/// What only the teacher may read.
fn students(body: &mut String, report: &Report) {
    if let Some(looks) = report.needs_a_look.as_ref().filter(|looks| !looks.listed.is_empty()) {
        section(body, "Submissions that need a look", "");
        body.push_str("<table><thead><tr><th>Id</th><th>Status</th><th>Reason</th></tr></thead><tbody>");
        for row in &looks.listed {
            let [id, status, reason] = [&row.id, &row.status, &row.reason].map(|it| text(it));
            let _ = write!(body, "<tr><th scope=\"row\">{id}</th><td>{status}</td><td>{reason}</td></tr>");
        }
        body.push_str("</tbody></table>\n");
        more(body, looks.more);
        body.push_str("</section>\n");
    }
    if let Some(copies) = &report.copies {
        let about = "These pairs share at least three wrong answers that hardly anybody else gave, and that no common wrong \
                     rule explains. This is a reason to talk to them, not a proof. Marks never depend on it.";
        pairs(body, "Likely copies", about, ["Ids", "Shared answers"], copies);
    }
    // Without trees of their own, nobody can have such answers.
    if let Some(passed_on) = report.passed_on.as_ref().filter(|passed_on| !passed_on.listed.is_empty()) {
        let about = "Leaving out wrong answers that a wrong rule gives, at least three of the first student's wrong answers, \
                     and at least half of them, are right in the second student's exercise. This is a reason to talk to both \
                     students, not a proof.";
        pairs(body, "Answers to another exercise", about, ["Ids", "Answers"], passed_on);
    }
    if let Some(comments) = report.same_comments.as_ref().filter(|comments| !comments.listed.is_empty()) {
        let about = "The files of these students have the same comments, apart from those of the sheet. This is a reason to \
                     talk to them, not a proof.";
        section(body, "The same comments", about);
        body.push_str("<ul>");
        for ids in &comments.listed {
            let _ = write!(body, "<li>{}</li>", text(&ids.join(", ")));
        }
        body.push_str("</ul>\n");
        more(body, comments.more);
        body.push_str("</section>\n");
    }
}

/// A section with pairs of students.
fn pairs(body: &mut String, title: &str, about: &str, [ids, answers]: [&str; 2], pairs: &Listed<SharedMistakes>) {
    section(body, title, about);
    if pairs.listed.is_empty() {
        body.push_str("<p>There are none.</p>\n");
    } else {
        let _ = write!(
            body,
            "<table><thead><tr><th>{ids}</th><th class=\"n\">{answers}</th><th class=\"n\">Bits</th></tr></thead><tbody>"
        );
        for pair in &pairs.listed {
            let [one, other] = pair.ids.each_ref().map(|id| text(id));
            let _ = write!(
                body,
                "<tr><th scope=\"row\">{one}, {other}</th><td class=\"n\">{}</td><td class=\"n\">{:.1}</td></tr>",
                pair.answers, pair.bits
            );
        }
        body.push_str("</tbody></table>\n");
        more(body, pairs.more);
    }
    body.push_str("</section>\n");
}

/// Says how many are not listed.
fn more(body: &mut String, more: u64) {
    if more > 0 {
        let _ = writeln!(body, "<p>And {more} more.</p>");
    }
}

fn shown(count: Count) -> String {
    text(&count.shown())
}

fn text(text: &str) -> String {
    escape(printable(text)).into_owned()
}

/// An exact number; one with more than two decimals is rounded.
fn decimal(exact: &str) -> String {
    let is_short = !exact.contains('/') && exact.split_once('.').is_none_or(|(_, decimals)| decimals.len() <= 2);
    if is_short {
        return exact.to_string();
    }
    exact.parse::<Number>().ok().and_then(|number| number.rounded(2)).unwrap_or_else(|| exact.to_string())
}

/// A share as `66.7 %`.
fn percent(share: &str) -> String {
    let number = share.parse::<Number>().ok().and_then(Number::finite);
    let hundred = number.and_then(|share| share.times(whole(100)).ok());
    let rounded = hundred.and_then(|share| Number::Finite(share).rounded(1));
    rounded.map_or_else(|| share.to_string(), |share| format!("{share} %"))
}
