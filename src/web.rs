//! A server of static files on the loopback address: the page and the worker that `web/build` makes.

mod compressed_files;
mod error;
mod served_folder;

pub use error::WebError;

use compressed_files::CompressedFiles;
use landfall_net::http::{HttpServer, Request, Response};
use served_folder::ServedFolder;
use std::fs::File;
use std::io;
use std::net::{Ipv4Addr, SocketAddr};
use std::path::Path;
use std::sync::atomic::AtomicBool;
use std::time::UNIX_EPOCH;

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
    compressed: CompressedFiles,
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
            compressed: CompressedFiles::default(),
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
        let answer = self.answer_with_file(request, path, file);
        answer.unwrap_or_else(|error| {
            Response::text(500, &format!("the file cannot be read: {error}"))
        })
    }

    /// Returns a file, compressed if the browser reads that, or status 304 if it has this version.
    fn answer_with_file(
        &self,
        request: &Request,
        path: &str,
        mut file: File,
    ) -> io::Result<Response> {
        let tag = entity_tag(&file)?;
        let response = if request.lists("If-None-Match", &tag) {
            Response::empty(304)
        } else {
            let compressed = match request.lists("Accept-Encoding", "gzip") {
                true => self.compressed.get(path, &tag, &mut file)?,
                false => None,
            };
            let content_type = content_type(path.as_ref());
            match compressed {
                Some(bytes) => Response::new(200, content_type, &*bytes)
                    .with_header("Content-Encoding", "gzip"),
                None => Response::file(content_type, file)?,
            }
        };
        Ok(response
            .with_header("X-Content-Type-Options", "nosniff")
            .with_header("Vary", "Accept-Encoding")
            .with_header("ETag", tag)
            // The browser checks for changes, so that a new build is used immediately.
            .with_header("Cache-Control", "no-cache"))
    }
}

/// Returns the entity tag of a file, from its length and the time of its last change.
fn entity_tag(file: &File) -> io::Result<String> {
    let metadata = file.metadata()?;
    let since = metadata.modified()?.duration_since(UNIX_EPOCH);
    let nanos = since.map_or(0, |since| since.as_nanos());
    Ok(format!("W/\"{:x}-{nanos:x}\"", metadata.len()))
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
