//! A server of static files on the loopback address: the page and the worker that `web/build` makes.

mod error;
mod served_folder;

pub use error::WebError;

use landfall_net::http::{HttpServer, Request, Response};
use served_folder::ServedFolder;
use std::net::{Ipv4Addr, SocketAddr};
use std::path::Path;
use std::sync::atomic::AtomicBool;

/// The file of a request without a file name.
const INDEX: &str = "index.html";

/// The folder in which `web/build` writes the files, relative to the project's folder.
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
    folder: ServedFolder,
}

impl WebServer {
    /// Listens on a port of 127.0.0.1, 0 for any free one, for requests for files of a folder.
    ///
    /// # Errors
    /// The folder has no page, or the port is taken.
    pub fn bind(folder: &Path, port: u16) -> Result<WebServer, WebError> {
        let not_built = || WebError::NotBuilt {
            folder: folder.to_path_buf(),
        };
        let served = ServedFolder::new(folder).map_err(|_| not_built())?;
        served.open(INDEX).ok_or_else(not_built)?;
        let address = SocketAddr::from((Ipv4Addr::LOCALHOST, port));
        let server = HttpServer::bind(address).map_err(|error| WebError::Bind {
            port,
            reason: error.to_string(),
        })?;
        Ok(WebServer {
            server,
            folder: served,
        })
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
        if !matches!(request.method.as_str(), "GET" | "HEAD") {
            let response = Response::text(405, "files are read with GET");
            return response.with_header("Allow", "GET, HEAD");
        }
        let path = request.target.split(['?', '#']).next().unwrap_or_default();
        let path = match path.trim_start_matches('/') {
            "" => INDEX,
            path => path,
        };
        let Some(file) = self.folder.open(path) else {
            return Response::text(404, "there is no such file");
        };
        match Response::file(content_type(path.as_ref()), file) {
            Ok(response) => response
                .with_header("X-Content-Type-Options", "nosniff")
                // The browser checks for changes, so that a new build is used immediately.
                .with_header("Cache-Control", "no-cache"),
            Err(error) => Response::text(500, &format!("the file cannot be read: {error}")),
        }
    }
}

/// Returns the media type of a file. Browsers run scripts and WebAssembly only with the right type.
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
