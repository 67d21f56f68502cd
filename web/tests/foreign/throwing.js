// Says its name, and throws at the first message.
postMessage({ type: "info", name: "throwing", version: "1", author: "tests", features: [] });
onmessage = () => { throw new Error("boom"); };
