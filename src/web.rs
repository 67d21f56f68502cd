//! A server of static files on the loopback address: the page and the worker that `web/build` made.

mod error;

pub use error::WebError;

use landfall_net::http::{HttpServer, Request, Response};
use std::fs;
use std::net::{Ipv4Addr, SocketAddr};
use std::path::{Component, Path, PathBuf};
use std::sync::atomic::AtomicBool;

/// What a request without a file name gets.
const INDEX: &str = "index.html";

/// Where `web/build` puts the files, from the project's folder.
pub const BUILT_FOLDER: &str = "web/dist";

/// A server of the files of one folder.
///
/// # Examples
/// ```no_run
/// use landfall::web::{BUILT_FOLDER, WebServer};
/// use std::sync::atomic::AtomicBool;
/// let server = WebServer::bind(BUILT_FOLDER.as_ref(), 0)?;
/// println!("{}", server.url());
/// server.run(&AtomicBool::new(false));
/// # Ok::<(), landfall::web::WebError>(())
/// ```
pub struct WebServer {
    server: HttpServer,
    folder: PathBuf,
}

impl WebServer {
    /// Listens on a port of 127.0.0.1, 0 for any free one, for requests for files of a folder.
    ///
    /// # Errors
    /// The folder has no page, or the port is taken.
    pub fn bind(folder: &Path, port: u16) -> Result<WebServer, WebError> {
        if !folder.join(INDEX).is_file() {
            return Err(WebError::NotBuilt {
                folder: folder.to_path_buf(),
            });
        }
        let address = SocketAddr::from((Ipv4Addr::LOCALHOST, port));
        let server = HttpServer::bind(address).map_err(|error| WebError::Bind {
            port,
            reason: error.to_string(),
        })?;
        let folder = folder.to_path_buf();
        Ok(WebServer { server, folder })
    }

    /// Returns the address of the page.
    pub fn url(&self) -> String {
        format!("http://{}/", self.server.address())
    }

    /// Answers requests until `stop` is set.
    pub fn run(self, stop: &AtomicBool) {
        self.server.run(stop, |request| self.answer(request));
    }

    fn answer(&self, request: &Request) -> Response {
        match self.file(&request.method, &request.target) {
            Ok((bytes, content_type)) => Response::new(200, content_type, bytes)
                .with_header("X-Content-Type-Options", "nosniff")
                // The browser asks again: what was built anew is seen at once.
                .with_header("Cache-Control", "no-cache"),
            Err(status) => Response::empty(status),
        }
    }

    /// Returns a file and its type, or the status that refuses it.
    fn file(&self, method: &str, url: &str) -> Result<(Vec<u8>, &'static str), u16> {
        if !matches!(method, "GET" | "HEAD") {
            return Err(405);
        }
        let path = relative_path(url).ok_or(404_u16)?;
        let bytes = fs::read(self.folder.join(&path)).map_err(|_| 404_u16)?;
        Ok((bytes, content_type(&path)))
    }
}

/// Returns the path of the file that a URL names, below the folder; `None` if it leads elsewhere.
fn relative_path(url: &str) -> Option<PathBuf> {
    let path = url.split(['?', '#']).next()?.trim_start_matches('/');
    let path = if path.is_empty() { INDEX } else { path };
    let inside = Path::new(path)
        .components()
        .all(|part| matches!(part, Component::Normal(_)));
    // No file of the build needs more than these.
    let plain = |c: char| c.is_ascii_alphanumeric() || "-_./".contains(c);
    (inside && path.chars().all(plain)).then(|| PathBuf::from(path))
}

/// Returns the type of a file. Browsers run scripts and modules under theirs alone.
fn content_type(path: &Path) -> &'static str {
    match path.extension().and_then(|end| end.to_str()) {
        Some("html") => "text/html; charset=utf-8",
        Some("css") => "text/css; charset=utf-8",
        Some("js") => "text/javascript; charset=utf-8",
        Some("json") => "application/json",
        Some("webmanifest") => "application/manifest+json",
        Some("svg") => "image/svg+xml",
        Some("png") => "image/png",
        Some("wasm") => "application/wasm",
        _ => "application/octet-stream",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_files_of_the_folder_are_named() {
        let path = |url: &str| relative_path(url).map(|path| path.display().to_string());
        assert_eq!(path("/").as_deref(), Some("index.html"));
        assert_eq!(path("/?a=b#c").as_deref(), Some("index.html"));
        assert_eq!(path("/icons/icon.svg").as_deref(), Some("icons/icon.svg"));
        for url in [
            "/../Cargo.toml",
            "/a/../../b",
            "/%2e%2e/Cargo.toml",
            "/a\\..\\b",
            "/./a/..",
            "/\0",
        ] {
            assert_eq!(path(url), None, "{url}");
        }
        assert_eq!(path("//etc/passwd").as_deref(), Some("etc/passwd"));
    }
}
