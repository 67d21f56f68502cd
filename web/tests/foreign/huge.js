// A bot that sends one message of many megabytes.
postMessage({ type: "info", name: "huge", version: "1", author: "-", features: [] });
postMessage({ type: "ready", padding: "x".repeat(30_000_000) });
