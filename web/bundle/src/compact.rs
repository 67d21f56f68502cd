//! Removes comments, indentation and blank lines from scripts and styles, because visitors download
//! every byte.
//!
//! Only comments on lines of their own are removed, by the beginning of the line, so no line of a
//! text may begin like a comment.

/// Returns a script or a style sheet without comments on lines of their own.
pub fn compact(text: &str) -> String {
    let mut kept = String::with_capacity(text.len());
    let mut in_comment = false;
    for line in text.lines().map(str::trim) {
        let begins = !in_comment && line.starts_with("/*");
        if in_comment || begins && !line[2..].contains("*/") {
            in_comment = !line.ends_with("*/");
            continue;
        }
        // A comment that ends within its line stays.
        let whole = begins && line.find("*/") == Some(line.len() - 2);
        if !whole && !line.is_empty() && !line.starts_with("//") {
            kept.push_str(line);
            kept.push('\n');
        }
    }
    kept
}

#[cfg(test)]
mod tests {
    use super::compact;

    #[test]
    fn comments_of_their_own_go_and_code_stays() {
        let script = "/** Says\n * one. */\nfunction one() {\n  // why\n\n  return 1; // one\n}\n\
            /* all */\nconst list = [/* @files@ */];\n";
        let expected = "function one() {\nreturn 1; // one\n}\nconst list = [/* @files@ */];\n";
        assert_eq!(compact(script), expected);
    }

    #[test]
    fn a_comment_before_code_stays() {
        assert_eq!(compact("/* a */ b(); /* c */\n"), "/* a */ b(); /* c */\n");
        assert_eq!(compact("/* a */ b();\nc();\n"), "/* a */ b();\nc();\n");
    }
}
