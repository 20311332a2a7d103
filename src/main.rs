use std::process::ExitCode;

fn main() -> ExitCode {
    ardoise::main_with(Vec::new())
}
