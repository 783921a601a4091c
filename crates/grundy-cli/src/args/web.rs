//! The verb `web`.

use clap::Args;

use super::Spoken;

#[derive(Debug, Args)]
#[command(after_help = "Examples:
  grundy web --open
  grundy web --port 8080
  grundy web --public --host play.example")]
pub(crate) struct Web {
    /// Listen on this port (default: 4780, or any free one)
    #[arg(long, value_name = "PORT")]
    pub(crate) port: Option<u16>,
    /// Open the page in the browser
    #[arg(long)]
    pub(crate) open: bool,
    /// Answer to this name too, where the page is called by another one than localhost
    #[arg(long, value_name = "NAME")]
    pub(crate) host: Vec<String>,
    /// Listen on all addresses of the machine
    #[arg(long)]
    pub(crate) public: bool,
    #[command(flatten)]
    pub(crate) common: Spoken,
}
