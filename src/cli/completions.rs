//! `gametree completions`, and the answers that shells get when somebody presses Tab.

use std::env;
use std::io::{self, Write};

use clap::{Args, CommandFactory};
use clap_complete::env::Shells;
use clap_complete::{CompleteEnv, Shell};

use super::{Cli, Outcome, Writing};

/// Print the completions for a shell
///
/// They know commands, options and their values, the codes, lints and terms of `explain`, and the names of .tree files.
#[derive(Args)]
#[command(after_help = "\
Examples:
  gametree completions bash > ~/.local/share/bash-completion/completions/gametree
  gametree completions zsh > ~/.zfunc/_gametree
  gametree completions fish > ~/.config/fish/completions/gametree.fish
  gametree completions powershell >> $PROFILE")]
pub(super) struct Arguments {
    /// The shell
    shell: Shell,
    #[command(flatten)]
    writing: Writing,
}

/// The name of the command.
const NAME: &str = "gametree";

/// The variable in which a shell that asks for completions says its name.
const ASKING: &str = "GAMETREE_COMPLETE";

/// Bash inserts a completion as it is. So `>` would redirect the output, and a space would end a file name.
const QUOTED_IN_BASH: &str = r#"
_gametree() {
    _clap_complete_gametree "$@"
    [[ $2 == [\'\"]* ]] && return
    local place
    for place in "${!COMPREPLY[@]}"; do
        if [[ ${COMPREPLY[place]} == *[^A-Za-z0-9_./~=:@%+,-]* ]]; then
            COMPREPLY[place]=$(printf %q "${COMPREPLY[place]}")
        fi
    done
}
complete -o nospace -o bashdefault -o nosort -F _gametree gametree 2>/dev/null ||
    complete -o nospace -o bashdefault -F _gametree gametree
"#;

/// In a folder of functions, zsh loads the script at the first completion, which must be answered then.
const AUTOLOADED_IN_ZSH: &str = r#"
if [[ ${funcstack[1]} == _gametree ]]; then
    _clap_dynamic_completer_gametree "$@"
fi
"#;

pub(super) fn run(arguments: &Arguments) -> io::Result<Outcome> {
    let mut script = Vec::new();
    let shell = arguments.shell.to_string();
    let shells = Shells::builtins();
    let completer = shells.completer(&shell).ok_or_else(|| io::Error::other(format!("{shell} has no completions")))?;
    completer.write_registration(ASKING, NAME, NAME, NAME, &mut script)?;
    script.extend_from_slice(match arguments.shell {
        Shell::Bash => QUOTED_IN_BASH.as_bytes(),
        Shell::Zsh => AUTOLOADED_IN_ZSH.as_bytes(),
        _ => b"",
    });
    let mut output = arguments.writing.open()?;
    output.raw().write_all(&script)?;
    output.close(Outcome::Success)?;
    Ok(Outcome::Success)
}

/// Prints the completions if a shell asks for them. If they cannot be found, it gets none.
pub(super) fn answer_shell() -> bool {
    let answer = CompleteEnv::with_factory(Cli::command).var(ASKING);
    answer.try_complete(env::args_os(), env::current_dir().ok().as_deref()).unwrap_or(true)
}
