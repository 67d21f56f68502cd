//! `landfall web`: serves the files of one folder only, or the page inside the program.

use crate::common::files::folder;
use crate::common::program::{Program, command, run};
use std::fs;
use std::io::{Read, Write};
use std::net::TcpStream;
use std::path::{Path, PathBuf};

const PAGE: &str = "<!doctype html><title>page</title>";

/// Starts a server of a folder with a page and a module; beside the folder is a secret.
fn served(name: &str) -> (Program, String) {
    serve(&page_and_secret(name))
}

/// Returns a folder with a secret and the folder `dist`, with a page and a module.
fn page_and_secret(name: &str) -> PathBuf {
    let outside = folder(name);
    let inside = outside.join("dist");
    fs::create_dir_all(&inside).expect("a folder");
    fs::write(outside.join("secret.txt"), "secret").expect("a file");
    fs::write(inside.join("index.html"), PAGE).expect("a file");
    fs::write(inside.join("landfall.wasm"), b"\0asm").expect("a file");
    outside
}

/// Serves the folder `dist` of a folder.
fn serve(outside: &Path) -> (Program, String) {
    let inside = outside.join("dist");
    let path = inside.to_str().expect("a path in UTF-8");
    let mut program = Program::start(&["web", "--port", "0", "--folder", path]);
    let host = host_of(&mut program);
    (program, host)
}

/// Returns host and port of the address that a program prints.
fn host_of(program: &mut Program) -> String {
    let url = program.line();
    let host = url
        .strip_prefix("http://")
        .and_then(|rest| rest.strip_suffix('/'))
        .unwrap_or_else(|| panic!("{url}"));
    assert!(host.starts_with("127.0.0.1:"), "{host}");
    host.to_string()
}

/// Sends a request without changes, and returns the whole answer. HTTP clients would normalize the
/// path.
fn request(host: &str, line: &str) -> String {
    let head = format!("{line} HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n");
    raw(host, &head)
}

/// Sends a text, and returns the whole answer.
fn raw(host: &str, text: &str) -> String {
    let mut stream = TcpStream::connect(host).expect("the server listens");
    stream.write_all(text.as_bytes()).expect("it reads");
    let mut answer = Vec::new();
    // A server may answer and close early.
    let _ = stream.read_to_end(&mut answer);
    String::from_utf8_lossy(&answer).into_owned()
}

#[test]
fn files_have_the_types_that_browsers_require() {
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

/// Browsers get files compressed, and not again while they have the same version.
#[test]
fn files_are_compressed_and_sent_again_only_after_a_change() {
    let outside = page_and_secret("web-compressed");
    let path = outside.join("dist/page.js");
    let script = "const a = 1;\n".repeat(1000);
    fs::write(&path, &script).expect("a file");
    let (_program, host) = serve(&outside);
    let get = "GET /page.js HTTP/1.1\r\nAccept-Encoding: br, gzip";
    let compressed = raw(&host, &format!("{get}\r\n\r\n"));
    assert!(
        compressed.contains("Content-Encoding: gzip"),
        "{compressed}"
    );
    assert!(compressed.len() < script.len() / 10, "{}", compressed.len());
    let plain = request(&host, "GET /page.js");
    assert!(plain.ends_with(&script) && !plain.contains("Content-Encoding"));
    let (_, tag) = plain.split_once("ETag: ").expect("a tag");
    let tag = tag.lines().next().expect("a tag");
    let again = format!("{get}\r\nIf-None-Match: \"other\", {tag}\r\n\r\n");
    let same = raw(&host, &again);
    assert!(
        same.starts_with("HTTP/1.1 304") && same.ends_with("\r\n\r\n"),
        "{same}"
    );
    fs::write(&path, "const b = 2;\n").expect("a file");
    assert!(raw(&host, &again).starts_with("HTTP/1.1 200"));
    assert!(request(&host, "GET /page.js").ends_with("const b = 2;\n"));
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

/// Links out of the folder, hidden files and pipes are not served; reading a pipe would block.
#[cfg(unix)]
#[test]
fn links_hidden_files_and_pipes_are_not_served() {
    use std::os::unix::fs::symlink;
    let outside = page_and_secret("web-odd");
    let (program, host) = serve(&outside);
    let dist = outside.join("dist");
    symlink(outside.join("secret.txt"), dist.join("link.txt")).expect("a link");
    symlink(&outside, dist.join("up")).expect("a link");
    symlink("index.html", dist.join("same.html")).expect("a link");
    fs::write(dist.join(".env"), "secret").expect("a file");
    let mode = nix::sys::stat::Mode::S_IRWXU;
    nix::unistd::mkfifo(&dist.join("pipe"), mode).expect("a pipe");
    for path in ["/link.txt", "/up/secret.txt", "/.env", "/pipe", "/up"] {
        let answer = request(&host, &format!("GET {path}"));
        assert!(answer.starts_with("HTTP/1.1 404"), "{path}: {answer}");
    }
    assert!(request(&host, "GET /same.html").ends_with(PAGE));
    program.terminate();
    assert_eq!(program.wait_for_exit().code, Some(0));
}

/// A long file is not held in memory, and a client that does not read it does not delay the end.
#[cfg(target_os = "linux")]
#[test]
fn long_files_are_not_held_in_memory() {
    const LENGTH: u64 = 1 << 30;
    let outside = page_and_secret("web-long");
    let (program, host) = serve(&outside);
    let path = outside.join("dist/long.bin");
    // A sparse file.
    fs::File::create(&path)
        .and_then(|file| file.set_len(LENGTH))
        .expect("a file");
    let mut slow = TcpStream::connect(&host).expect("the server listens");
    slow.write_all(b"GET /long.bin HTTP/1.1\r\n\r\n")
        .expect("it reads");
    let mut start = vec![0; 1 << 20];
    slow.read_exact(&mut start).expect("the beginning");
    let head = String::from_utf8_lossy(&start[..100]).into_owned();
    assert!(head.starts_with("HTTP/1.1 200"), "{head}");
    let status = fs::read_to_string(format!("/proc/{}/status", program.id())).expect("it runs");
    let peak = status
        .lines()
        .find_map(|line| line.strip_prefix("VmHWM:"))
        .expect("a peak");
    let kilobytes: u64 = peak
        .trim()
        .trim_end_matches(" kB")
        .parse()
        .expect("a number");
    assert!(kilobytes < 200_000, "{peak}");
    program.terminate();
    assert_eq!(program.wait_for_exit().code, Some(0));
    drop(slow);
    fs::remove_file(path).expect("removed");
}

#[test]
fn a_missing_page_and_a_taken_port_are_errors() {
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

/// Heads and bodies that are too long are refused, and idle clients do not delay others.
#[cfg(unix)]
#[test]
fn requests_are_limited_and_idle_clients_do_not_delay_others() {
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

/// Starts `landfall web` without a folder in an empty one.
fn start_in_an_empty_folder(name: &str) -> Program {
    let mut command = command(&["web", "--port", "0"]);
    command.current_dir(folder(name));
    Program::spawn(&mut command)
}

/// Returns the length of a body in bytes, as the head says.
#[cfg(feature = "page")]
fn length(answer: &str) -> usize {
    let (_, length) = answer.split_once("Content-Length: ").expect("a length");
    length
        .lines()
        .next()
        .and_then(|it| it.parse().ok())
        .expect("a number")
}

/// The page inside the program needs no files; browsers get it compressed, others as it was.
#[cfg(feature = "page")]
#[test]
fn the_page_inside_the_program_is_served_from_an_empty_folder() {
    let mut program = start_in_an_empty_folder("web-inside");
    let host = host_of(&mut program);
    for (path, content_type, part) in [
        ("/", "text/html", "<title>"),
        ("/landfall-worker.js", "text/javascript", "onmessage"),
        ("/landfall.wasm", "application/wasm", "\0asm"),
        ("/viewer/review.js", "text/javascript", "export "),
    ] {
        let plain = request(&host, &format!("GET {path}"));
        assert!(plain.starts_with("HTTP/1.1 200"), "{path}");
        assert!(
            plain.contains(&format!("Content-Type: {content_type}")),
            "{path}"
        );
        assert!(plain.contains(part), "{path}");
        let get = format!("GET {path} HTTP/1.1\r\nAccept-Encoding: gzip");
        let compressed = raw(&host, &format!("{get}\r\n\r\n"));
        assert!(compressed.contains("Content-Encoding: gzip"), "{path}");
        assert!(length(&compressed) < length(&plain), "{path}");
        let (_, tag) = compressed.split_once("ETag: ").expect("a tag");
        let tag = tag.lines().next().expect("a tag");
        let again = raw(&host, &format!("{get}\r\nIf-None-Match: {tag}\r\n\r\n"));
        assert!(again.starts_with("HTTP/1.1 304"), "{path}: {again}");
    }
    for path in ["/none", "/viewer", "/../Cargo.toml"] {
        let answer = request(&host, &format!("GET {path}"));
        assert!(answer.starts_with("HTTP/1.1 404"), "{path}: {answer}");
    }
    let (_program, host) = served("web-beside-inside");
    let page = request(&host, "GET /");
    assert!(page.ends_with(PAGE), "a folder that is named wins: {page}");
}

/// A program without the page says where it is to be had.
#[cfg(not(feature = "page"))]
#[test]
fn a_program_without_the_page_says_where_it_is() {
    let exit = start_in_an_empty_folder("web-not-inside").wait_for_exit();
    assert_eq!(exit.code, Some(2));
    for words in ["web/dist", "releases", "web/build", "--folder"] {
        assert!(exit.errors.contains(words), "{}", exit.errors);
    }
}
