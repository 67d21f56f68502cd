//! The HTTP server over real sockets, with clients that are slow, silent or wrong.

use landfall_net::http::{HttpServer, MAX_CONNECTIONS, Response, TimeLimits};
use std::io::{Read, Write};
use std::net::{Shutdown, SocketAddr, TcpStream};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::{self, JoinHandle};
use std::time::Duration;

/// A guard against hangs, long enough for a busy machine.
const GUARD: Duration = Duration::from_secs(60);

/// A server on a thread; dropping it stops it.
struct Running {
    address: SocketAddr,
    stop: Arc<AtomicBool>,
    thread: Option<JoinHandle<()>>,
}

impl Running {
    fn start(request: Duration, answer: Duration, body: usize) -> Running {
        let address = "127.0.0.1:0".parse().unwrap();
        let times = TimeLimits { request, answer };
        let server = HttpServer::bind(address).unwrap().with_time_limits(times);
        let stop = Arc::new(AtomicBool::new(false));
        let address = server.address();
        let is_stopped = Arc::clone(&stop);
        let thread = thread::spawn(move || {
            server.run(&is_stopped, |_| {
                Response::new(200, "text/plain", vec![b'x'; body])
            });
        });
        Running {
            address,
            stop,
            thread: Some(thread),
        }
    }

    fn client(&self) -> TcpStream {
        let client = TcpStream::connect(self.address).unwrap();
        client.set_read_timeout(Some(GUARD)).unwrap();
        client
    }

    /// Sends bytes, and returns all of the answer.
    fn ask(&self, bytes: &[u8]) -> String {
        let mut client = self.client();
        // The server may close the connection before it has read everything.
        let _ = client.write_all(bytes);
        read_all(client)
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        self.stop.store(true, Ordering::Relaxed);
        let ended = self.thread.take().map(JoinHandle::join);
        assert!(matches!(ended, Some(Ok(()))), "the server panicked");
    }
}

fn read_all(mut client: TcpStream) -> String {
    let mut answer = Vec::new();
    let _ = client.read_to_end(&mut answer);
    String::from_utf8_lossy(&answer).into_owned()
}

const GET: &[u8] = b"GET / HTTP/1.1\r\nHost: x\r\n\r\n";

#[test]
fn answers_have_the_status_of_the_error() {
    let server = Running::start(GUARD, GUARD, 3);
    assert!(server.ask(GET).ends_with("\r\n\r\nxxx"));
    let head = server.ask(b"HEAD / HTTP/1.1\r\n\r\n");
    assert!(head.contains("Content-Length: 3\r\n") && head.ends_with("\r\n\r\n"));
    for (request, status) in [
        (&b"nonsense\r\n\r\n"[..], "400"),
        (b"POST / HTTP/1.1\r\nContent-Length: 5\r\n\r\nhello", "413"),
        (&b"GET / HTTP/1.1\r\n"[..], ""),
    ] {
        let mut client = server.client();
        client.write_all(request).unwrap();
        client.shutdown(Shutdown::Write).unwrap();
        let answer = read_all(client);
        assert!(
            answer.starts_with(&format!("HTTP/1.1 {status}")),
            "{answer}"
        );
    }
    let endless = [&b"GET / HTTP/1.1\r\n"[..], &b"a: b\r\n".repeat(100_000)].concat();
    let answer = server.ask(&endless);
    assert!(answer.is_empty() || answer.contains(" 431 "), "{answer}");
    assert!(server.ask(GET).contains(" 200 "), "it still answers");
}

/// The time limit is that of the whole request, not that of a byte.
#[test]
fn a_request_that_comes_byte_by_byte_times_out() {
    let server = Running::start(Duration::from_millis(200), GUARD, 3);
    let mut client = server.client();
    let mut slow = client.try_clone().unwrap();
    let sending = thread::spawn(move || {
        while slow.write_all(b"G").is_ok() {
            thread::sleep(Duration::from_millis(5));
        }
    });
    let mut status = [0; 12];
    client.read_exact(&mut status).unwrap();
    assert_eq!(&status, b"HTTP/1.1 408");
    drop(server);
    client.shutdown(Shutdown::Both).ok();
    sending.join().unwrap();
}

#[test]
fn a_client_that_does_not_read_the_answer_is_disconnected() {
    const BODY: usize = 64 << 20;
    let server = Running::start(GUARD, Duration::from_millis(200), BODY);
    // The server gives up before it has written all. On a busy machine it may begin late.
    let is_cut_off = |wait: Duration| {
        let mut client = server.client();
        client.write_all(GET).unwrap();
        thread::sleep(wait);
        read_all(client).len() < BODY
    };
    assert!((0..7).any(|doublings| is_cut_off(Duration::from_millis(400 << doublings))));
}

#[test]
fn one_connection_more_than_the_limit_is_refused() {
    let server = Running::start(GUARD, GUARD, 3);
    let silent: Vec<TcpStream> = (0..MAX_CONNECTIONS).map(|_| server.client()).collect();
    let refused = read_all(server.client());
    assert!(refused.is_empty() || refused.contains(" 503 "), "{refused}");
    drop(silent);
    let answered = std::iter::repeat_with(|| server.ask(GET)).find(|it| it.contains(" 200 "));
    assert!(answered.is_some(), "there is room again");
}

#[test]
fn stopping_does_not_wait_for_clients() {
    let server = Running::start(GUARD, GUARD, 64 << 20);
    let _silent = server.client();
    let mut half = server.client();
    half.write_all(b"GET / HT").unwrap();
    let mut not_reading = server.client();
    not_reading.write_all(GET).unwrap();
    // Dropping joins the server's threads.
    drop(server);
}
