//! Decides whether the user's terminal shows Unicode.

/// Returns whether the locale of the environment has the characters of Unicode. All locales do
/// except those that name another encoding, and `C` and `POSIX`, which are ASCII.
///
/// `variable` returns a variable of the environment. The first of `LC_ALL`, `LC_CTYPE` and `LANG`
/// that is set and not empty is used, as in POSIX. If none is set the answer is true, because most
/// terminals show UTF-8.
///
/// ```
/// use landfall_experiment::locale::is_unicode;
///
/// assert!(!is_unicode(|name| (name == "LC_ALL").then(|| "C".to_string())));
/// assert!(is_unicode(|name| (name == "LANG").then(|| "de_DE.UTF-8".to_string())));
/// ```
pub fn is_unicode(variable: impl Fn(&str) -> Option<String>) -> bool {
    let set = |name: &&str| variable(name).filter(|value| !value.is_empty());
    let locale = ["LC_ALL", "LC_CTYPE", "LANG"].iter().find_map(set);
    let Some(locale) = locale else {
        return true;
    };
    let encoding = locale.split_once('.').map(|(_, encoding)| encoding);
    match encoding {
        Some(encoding) => {
            let encoding = encoding.split('@').next().unwrap_or_default();
            encoding.eq_ignore_ascii_case("UTF-8") || encoding.eq_ignore_ascii_case("UTF8")
        }
        // Most terminals show UTF-8 for a language without an encoding.
        None => locale != "C" && locale != "POSIX",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_variable_that_is_set_decides() {
        let unicode = |pairs: &[(&str, &str)]| {
            is_unicode(|name| {
                let found = pairs.iter().find(|pair| pair.0 == name);
                found.map(|pair| pair.1.to_string())
            })
        };
        assert!(unicode(&[]));
        assert!(unicode(&[("LC_ALL", ""), ("LANG", "en_US.utf8")]));
        assert!(unicode(&[("LC_ALL", "C.UTF-8"), ("LANG", "C")]));
        assert!(unicode(&[("LANG", "ca_ES.UTF-8@valencia")]));
        assert!(unicode(&[("LANG", "en_US")]));
        for ascii in ["C", "POSIX", "de_DE.ISO-8859-1", "de_DE.ISO-8859-15@euro"] {
            assert!(
                !unicode(&[("LC_ALL", ascii), ("LANG", "C.UTF-8")]),
                "{ascii}"
            );
            assert!(!unicode(&[("LC_CTYPE", ascii)]), "{ascii}");
        }
    }
}
