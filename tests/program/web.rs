//! `landfall web`: the files of one folder, and nothing else.

use crate::common::files::folder;
use crate::common::program::{Program, run};
use std::fs;
use std::io::{Read, Write};
use std::net::TcpStream;

const PAGE: &str = "<!doctype html><title>page</title>";

/// A server of a folder with a page, a module and, beside the folder, a secret.
fn served(name: &str) -> (Program, String) {
    let outside = folder(name);
    let inside = outside.join("dist");
    fs::create_dir_all(&inside).expect("a folder");
    fs::write(outside.join("secret.txt"), "secret").expect("a file");
    fs::write(inside.join("index.html"), PAGE).expect("a file");
    fs::write(inside.join("landfall.wasm"), b"\0asm").expect("a file");
    let path = inside.to_str().expect("a path in UTF-8");
    let mut program = Program::start(&["web", "--port", "0", "--folder", path]);
    let url = program.line();
    let host = url
        .strip_prefix("http://")
        .and_then(|rest| rest.strip_suffix('/'))
        .unwrap_or_else(|| panic!("{url}"));
    assert!(host.starts_with("127.0.0.1:"), "{host}");
    let host = host.to_string();
    (program, host)
}

/// Sends a request as it stands, and returns all of the answer. Clients tidy paths up first.
fn request(host: &str, line: &str) -> String {
    let head = format!("{line} HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n");
    raw(host, &head)
}

/// Sends a text as it stands, and returns all of the answer.
fn raw(host: &str, text: &str) -> String {
    let mut stream = TcpStream::connect(host).expect("the server listens");
    stream.write_all(text.as_bytes()).expect("it reads");
    let mut answer = Vec::new();
    // A server that closes early has answered, too.
    let _ = stream.read_to_end(&mut answer);
    String::from_utf8_lossy(&answer).into_owned()
}

#[test]
fn files_have_the_types_that_browsers_insist_on() {
    let (_program, host) = served("web-files");
    let page = request(&host, "GET /");
    assert!(page.starts_with("HTTP/1.1 200"), "{page}");
    assert!(page.contains("Content-Type: text/html"), "{page}");
    assert!(page.ends_with(PAGE), "{page}");
    let module = request(&host, "GET /landfall.wasm?version=2");
    assert!(
        module.contains("Content-Type: application/wasm"),
        "{module}"
    );
    assert!(module.ends_with("\0asm"), "{module}");
    let head = request(&host, "HEAD /");
    assert!(
        head.starts_with("HTTP/1.1 200") && !head.contains("<"),
        "{head}"
    );
}

#[test]
fn nothing_outside_of_the_folder_is_served() {
    let (_program, host) = served("web-outside");
    for path in [
        "/../secret.txt",
        "/%2e%2e/secret.txt",
        "//secret.txt",
        "/none",
        "/.",
    ] {
        let answer = request(&host, &format!("GET {path}"));
        assert!(answer.starts_with("HTTP/1.1 404"), "{path}: {answer}");
        assert!(!answer.contains("secret\n"), "{path}: {answer}");
    }
    assert!(request(&host, "POST /").starts_with("HTTP/1.1 405"));
    assert!(!request(&host, "\0\r\n").starts_with("HTTP/1.1 200"));
    assert!(
        request(&host, "GET /").starts_with("HTTP/1.1 200"),
        "it still answers"
    );
}

#[test]
fn what_is_missing_or_taken_is_said() {
    let empty = folder("web-empty");
    let exit = run(&["web", "--folder", empty.to_str().expect("UTF-8")]);
    assert_eq!(exit.code, Some(2));
    assert!(exit.errors.contains("web/build"), "{}", exit.errors);
    let (_program, host) = served("web-taken");
    let port = host.rsplit(':').next().expect("a port");
    let dist = folder("web-second");
    fs::write(dist.join("index.html"), PAGE).expect("a file");
    let path = dist.to_str().expect("UTF-8");
    let exit = run(&["web", "--folder", path, "--port", port]);
    assert_eq!(exit.code, Some(2));
    assert!(exit.errors.contains("--port"), "{}", exit.errors);
}

/// Heads and bodies that are too long are refused, and clients that say nothing or only half are
/// waited for by nobody.
#[cfg(unix)]
#[test]
fn limits_are_kept_and_silent_clients_hold_up_nobody() {
    let (program, host) = served("web-limits");
    let silent = TcpStream::connect(&host).expect("the server listens");
    let mut half = TcpStream::connect(&host).expect("the server listens");
    half.write_all(b"GET / HTTP/1.1\r\nHost: ")
        .expect("it reads");
    let long = format!("GET / HTTP/1.1\r\nx: {}", "y".repeat(16 << 10));
    let many = format!("GET / HTTP/1.1{}", "\r\nx: y".repeat(65));
    for (line, status) in [
        (long.as_str(), "431"),
        (&many, "431"),
        ("GET / HTTP/1.1\r\nContent-Length: 1", "413"),
        ("GET /", "200"),
    ] {
        let answer = match line.contains('\n') {
            true => raw(&host, &format!("{line}\r\n\r\n")),
            false => request(&host, line),
        };
        let expected = format!("HTTP/1.1 {status}");
        assert!(answer.starts_with(&expected), "{status}: {answer}");
    }
    program.terminate();
    assert_eq!(program.wait_for_exit().code, Some(0));
    drop((silent, half));
}
