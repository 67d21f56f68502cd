// A bot that sends messages without end.
postMessage({ type: "info", name: "flood", version: "1", author: "-", features: [] });
for (;;) postMessage({ type: "ready", padding: "x".repeat(1000) });
