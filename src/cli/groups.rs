//! The commands in the groups that `landfall --help` lists.

use super::contests;
use clap::Command;
use std::fmt::Write;

/// Each group's heading and its commands, in the order of the help.
const GROUPS: [(&str, &[&str]); 5] = [
    ("Play and watch", &["watch", "web"]),
    ("Analyse", &["review", "fumen", "replay"]),
    ("Your bot", &["arena", "soak", "serve", "sbp"]),
    ("Contests", contests::NAMES),
    (
        "Development",
        &[
            "bench",
            "perft",
            "verify",
            "weights",
            "tune",
            "learn",
            "openbench-runner",
            "completions",
            "man",
        ],
    ),
];

/// Returns the program's command line, whose help lists the commands in groups.
pub fn with_groups(command: Command) -> Command {
    let header = *command.get_styles().get_header();
    let literal = *command.get_styles().get_literal();
    let mut list = String::new();
    for (heading, names) in GROUPS {
        // Writing to a string does not fail.
        let _ = writeln!(list, "{header}{heading}:{header:#}");
        // Some contests are features of the build.
        let built = names
            .iter()
            .filter_map(|name| command.find_subcommand(name));
        for command in built {
            let (name, about) = (command.get_name(), command.get_about().unwrap_or_default());
            let _ = writeln!(list, "  {literal}{name:<16}{literal:#}  {about}");
        }
        list.push('\n');
    }
    command.help_template(format!(
        "{{about-with-newline}}\n{{usage-heading}} {{usage}}\n\n{list}\
         {header}Options:{header:#}\n{{options}}{{after-help}}"
    ))
}

#[cfg(test)]
mod tests {
    use super::super::Cli;
    use super::*;
    use clap::CommandFactory;

    #[test]
    fn every_command_is_in_one_group() {
        let listed: Vec<&str> = GROUPS.iter().flat_map(|group| group.1).copied().collect();
        for command in Cli::command().get_subcommands() {
            let name = command.get_name();
            let times = listed.iter().filter(|&&listed| listed == name).count();
            assert_eq!(times, 1, "{name}");
        }
        let features = if cfg!(feature = "pason") { 0 } else { 1 };
        let commands = Cli::command().get_subcommands().count();
        assert_eq!(listed.len(), commands + features);
    }

    #[test]
    fn the_help_lists_all_groups_in_100_columns() {
        let mut command = with_groups(Cli::command());
        for help in [command.render_help(), command.render_long_help()] {
            let help = help.to_string();
            let positions = GROUPS.map(|(heading, _)| help.find(&format!("{heading}:\n")));
            assert!(positions.is_sorted() && positions[0].is_some(), "{help}");
            assert!(help.contains("\nOptions:\n"), "{help}");
            for line in help.lines() {
                assert!(line.chars().count() <= 100, "{line}");
            }
        }
    }
}
