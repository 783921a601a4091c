//! The connection for timely's messages.

use std::io::{self, Read, Write};
use std::net::{Shutdown, TcpStream};
use std::thread;

use timely::communication::allocator::zero_copy::stream::Stream;

/// A connection for timely's messages that never fails: timely would end the process. When the other side is gone,
/// reading waits for ever and what is written is lost; the [`Watch`](super::watch::Watch) tells the run.
#[derive(Debug)]
pub(super) struct Line {
    stream: TcpStream,
    /// How many of the last bytes were 0.
    zeros: usize,
}

/// Timely's last word: a header of so many zeros.
const LAST_WORD: usize = 48;

impl Line {
    pub(super) fn new(stream: TcpStream) -> Line {
        Line { stream, zeros: 0 }
    }
}

impl Read for Line {
    fn read(&mut self, bytes: &mut [u8]) -> io::Result<usize> {
        loop {
            match self.stream.read(bytes) {
                Ok(read) if read > 0 => {
                    let zeros = bytes[..read].iter().rev().take_while(|&&byte| byte == 0).count();
                    self.zeros = if zeros == read { self.zeros + zeros } else { zeros };
                    return Ok(read);
                }
                Err(e) if matches!(e.kind(), io::ErrorKind::Interrupted | io::ErrorKind::WouldBlock) => {}
                // a clean end has to be told: what came with it is handed on only then
                _ if self.zeros >= LAST_WORD => return Ok(0),
                _ => loop {
                    thread::park();
                },
            }
        }
    }
}

impl Write for Line {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match self.stream.write(bytes) {
            Ok(written) if written > 0 => Ok(written),
            Err(e) if matches!(e.kind(), io::ErrorKind::Interrupted) => Err(e),
            _ => Ok(bytes.len()),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl Stream for Line {
    fn try_clone(&self) -> io::Result<Line> {
        self.stream.try_clone().map(Line::new)
    }

    fn set_nonblocking(&self, nonblocking: bool) -> io::Result<()> {
        self.stream.set_read_timeout(None)?;
        self.stream.set_write_timeout(None)?;
        self.stream.set_nonblocking(nonblocking)
    }

    fn shutdown(&self, how: Shutdown) -> io::Result<()> {
        let _ = self.stream.shutdown(how);
        Ok(())
    }
}
