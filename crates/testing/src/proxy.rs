//! A TCP proxy on the loopback address that breaks connections in several ways, as networks do.

use std::io::{Read, Write};
use std::net::{Shutdown, SocketAddr, TcpListener, TcpStream};
use std::thread;
use std::time::Duration;

/// Pause between two bytes of [`Defect::Trickle`].
const TRICKLE_PAUSE: Duration = Duration::from_millis(1);

/// What happens to the bytes of one direction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Defect {
    /// No defect.
    None,
    /// After this many bytes both sides lose the connection.
    CutAfter(usize),
    /// After this many bytes nothing arrives any more, not even the end: the other side seems open,
    /// as after a lost cable.
    StallAfter(usize),
    /// The bytes arrive one at a time.
    Trickle,
    /// Each portion arrives later by this time.
    Delay(Duration),
}

/// What happens to both directions of a connection.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Defects {
    /// From the client to the server.
    pub up: Defect,
    /// From the server to the client.
    pub down: Defect,
}

impl Defects {
    /// Both directions work.
    pub const NONE: Defects = Defects {
        up: Defect::None,
        down: Defect::None,
    };

    /// Breaks what the server sends.
    pub const fn down(down: Defect) -> Defects {
        Defects {
            up: Defect::None,
            down,
        }
    }

    /// Breaks what the client sends.
    pub const fn up(up: Defect) -> Defects {
        Defects {
            up,
            down: Defect::None,
        }
    }
}

/// Starts a proxy of a server, which lasts as long as the test. `faults` contains the defects of
/// each connection in turn; the last entry applies to all later connections.
pub fn start(server: SocketAddr, faults: Vec<Defects>) -> SocketAddr {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
    let address = listener.local_addr().expect("an address");
    thread::spawn(move || {
        let last = faults.last().copied().unwrap_or(Defects::NONE);
        let mut faults = faults.into_iter();
        for client in listener.incoming().map_while(Result::ok) {
            let Defects { up, down } = faults.next().unwrap_or(last);
            // Without a server, the client sees the end of the connection.
            let Ok(server) = TcpStream::connect(server) else {
                continue;
            };
            let ends = (|| Some((client.try_clone().ok()?, server.try_clone().ok()?)))();
            let (client_too, server_too) = ends.expect("sockets");
            thread::spawn(move || pump(client, server, up));
            thread::spawn(move || pump(server_too, client_too, down));
        }
    });
    address
}

/// Copies bytes from one side to the other until the end or the defect.
fn pump(mut from: TcpStream, mut to: TcpStream, fault: Defect) {
    // Small portions must be sent at once, or the pauses would not show.
    let _ = to.set_nodelay(true);
    let mut bytes = [0; 4096];
    let mut left = match fault {
        Defect::CutAfter(count) | Defect::StallAfter(count) => count,
        _ => usize::MAX,
    };
    loop {
        let read = match from.read(&mut bytes) {
            Ok(0) | Err(_) if matches!(fault, Defect::StallAfter(_)) => return stall(&from, &to),
            Ok(0) | Err(_) => break,
            Ok(read) => read.min(left),
        };
        left -= read;
        if !carry(&bytes[..read], &mut to, fault) {
            break;
        }
        match (left, fault) {
            (0, Defect::StallAfter(_)) => return stall(&from, &to),
            (0, _) => {
                // Closes both directions, otherwise the other thread would continue.
                let _ = from.shutdown(Shutdown::Both);
                break;
            }
            _ => {}
        }
    }
    let _ = to.shutdown(match fault {
        Defect::CutAfter(_) => Shutdown::Both,
        _ => Shutdown::Write,
    });
}

/// Writes a portion. Returns false if the other side is gone.
fn carry(bytes: &[u8], to: &mut TcpStream, fault: Defect) -> bool {
    match fault {
        Defect::Trickle => bytes.iter().all(|&byte| {
            thread::sleep(TRICKLE_PAUSE);
            to.write_all(&[byte]).is_ok()
        }),
        Defect::Delay(time) => {
            thread::sleep(time);
            to.write_all(bytes).is_ok()
        }
        _ => to.write_all(bytes).is_ok(),
    }
}

/// Keeps both sockets open until the test program ends, and copies nothing.
fn stall(from: &TcpStream, to: &TcpStream) {
    let kept = (from.try_clone(), to.try_clone());
    std::mem::forget(kept);
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::ErrorKind;

    /// A server that echoes what it reads.
    fn echo() -> SocketAddr {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let address = listener.local_addr().unwrap();
        thread::spawn(move || {
            for stream in listener.incoming().map_while(Result::ok) {
                let to = stream.try_clone().unwrap();
                thread::spawn(move || pump(stream, to, Defect::None));
            }
        });
        address
    }

    /// Sends ten bytes; returns what comes back before the end, or before a silence after this many
    /// bytes.
    fn exchange(proxy: SocketAddr, awaited: usize) -> (Vec<u8>, Option<ErrorKind>) {
        let mut client = TcpStream::connect(proxy).unwrap();
        let [patient, silence] = [60_000, 200].map(|time| Some(Duration::from_millis(time)));
        client.write_all(b"0123456789").unwrap();
        let (mut all, mut byte) = (Vec::new(), [0]);
        loop {
            let wait = if all.len() < awaited {
                patient
            } else {
                silence
            };
            client.set_read_timeout(wait).unwrap();
            match client.read(&mut byte) {
                Ok(0) => return (all, None),
                Ok(_) if all.len() == 9 => return ([&all[..], &byte].concat(), None),
                Ok(_) => all.push(byte[0]),
                Err(error) => return (all, Some(error.kind())),
            }
        }
    }

    #[test]
    fn each_fault_is_what_it_says() {
        let faults = vec![
            Defects::down(Defect::CutAfter(4)),
            Defects::down(Defect::StallAfter(4)),
            Defects::up(Defect::StallAfter(4)),
            Defects::up(Defect::Trickle),
            Defects::NONE,
        ];
        let proxy = start(echo(), faults);
        assert_eq!(exchange(proxy, 10).0, b"0123");
        for _ in 0..2 {
            assert_eq!(
                exchange(proxy, 4),
                (b"0123".to_vec(), Some(ErrorKind::WouldBlock))
            );
        }
        for _ in 0..3 {
            assert_eq!(exchange(proxy, 10).0, b"0123456789");
        }
    }
}
