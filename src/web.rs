//! A server of static files on the loopback address: the page and the worker that `web/build` makes,
//! from a folder or from inside the program.

mod compressed_files;
mod error;
mod page_inside;
mod served_folder;

pub use error::WebError;

use compressed_files::CompressedFiles;
use landfall_net::http::{HttpServer, Request, Response};
use page_inside::FileInside;
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

/// Where the files of a server are.
#[derive(Debug)]
enum Files {
    /// In a folder, and in memory those that were compressed.
    Folder(ServedFolder, CompressedFiles),
    /// Inside the program.
    Inside,
}

/// A server of the files of one folder, or of the page inside the program.
///
/// # Examples
/// ```no_run
/// use landfall::web::{BUILT_FOLDER, WebServer};
/// use std::sync::atomic::AtomicBool;
/// let server = WebServer::bind(Some(BUILT_FOLDER.as_ref()), 0)?;
/// println!("{}", server.url());
/// server.run(&AtomicBool::new(false));
/// # Ok::<(), landfall::web::WebError>(())
/// ```
pub struct WebServer {
    server: HttpServer,
    files: Files,
}

impl WebServer {
    /// Listens on a port of 127.0.0.1, 0 for any free one, for requests for files of a folder; without
    /// one, for those of the page inside the program or, if it has none, of [`BUILT_FOLDER`].
    ///
    /// # Errors
    /// The folder has no page, or the port is taken.
    pub fn bind(folder: Option<&Path>, port: u16) -> Result<WebServer, WebError> {
        let files = match folder {
            None if page_inside::exists() => Files::Inside,
            None => Files::of_folder(BUILT_FOLDER.as_ref())?,
            Some(folder) => Files::of_folder(folder)?,
        };
        let address = SocketAddr::from((Ipv4Addr::LOCALHOST, port));
        let server = HttpServer::bind(address).map_err(|error| WebError::Bind {
            port,
            reason: error.to_string(),
        })?;
        Ok(WebServer { server, files })
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
        let answer = self.files.answer(request, path).unwrap_or_else(|error| {
            let sentence = format!("the file cannot be read: {error}");
            Some(Response::text(500, &sentence))
        });
        answer.unwrap_or_else(|| Response::text(404, "there is no such file"))
    }
}

impl Files {
    /// Returns the files of a folder.
    ///
    /// # Errors
    /// The folder has no page.
    fn of_folder(folder: &Path) -> Result<Files, WebError> {
        let not_built = || WebError::NotBuilt {
            folder: folder.to_path_buf(),
        };
        let served = ServedFolder::new(folder).map_err(|_| not_built())?;
        served.open(INDEX).ok_or_else(not_built)?;
        Ok(Files::Folder(served, CompressedFiles::default()))
    }

    /// Returns a file, compressed if the browser reads that, or status 304 if it has this version;
    /// `None` if there is no such file.
    ///
    /// # Errors
    /// The file cannot be read.
    fn answer(&self, request: &Request, path: &str) -> io::Result<Option<Response>> {
        match self {
            Files::Folder(folder, compressed) => folder
                .open(path)
                .map(|file| answer_with_file(request, path, file, compressed))
                .transpose(),
            Files::Inside => page_inside::get(path)
                .map(|file| answer_from_inside(request, path, file))
                .transpose(),
        }
    }
}

/// Returns a file of a folder.
fn answer_with_file(
    request: &Request,
    path: &str,
    mut file: File,
    compressed: &CompressedFiles,
) -> io::Result<Response> {
    let tag = entity_tag(&file)?;
    versioned(request, tag.clone(), || {
        let bytes = match reads_gzip(request) {
            true => compressed.get(path, &tag, &mut file)?,
            false => None,
        };
        match bytes {
            Some(bytes) => Ok(gzip(path, &bytes)),
            None => Response::file(content_type(path.as_ref()), file),
        }
    })
}

/// Returns a file of the page inside the program.
fn answer_from_inside(request: &Request, path: &str, file: FileInside) -> io::Result<Response> {
    versioned(request, file.tag(), || match reads_gzip(request) {
        true => Ok(gzip(path, file.compressed)),
        false => {
            let content_type = content_type(path.as_ref());
            Ok(Response::new(200, content_type, file.plain()?))
        }
    })
}

/// Returns the response that `make` makes, or status 304 if the browser has the version with this
/// tag.
fn versioned(
    request: &Request,
    tag: String,
    make: impl FnOnce() -> io::Result<Response>,
) -> io::Result<Response> {
    let response = match request.lists("If-None-Match", &tag) {
        true => Response::empty(304),
        false => make()?,
    };
    Ok(response
        .with_header("X-Content-Type-Options", "nosniff")
        .with_header("Vary", "Accept-Encoding")
        .with_header("ETag", tag)
        // The browser checks for changes, so that a new build is used immediately.
        .with_header("Cache-Control", "no-cache"))
}

fn reads_gzip(request: &Request) -> bool {
    request.lists("Accept-Encoding", "gzip")
}

/// Returns a file that is in gzip's format.
fn gzip(path: &str, bytes: &[u8]) -> Response {
    Response::new(200, content_type(path.as_ref()), bytes).with_header("Content-Encoding", "gzip")
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
