// A bot that takes longer to load than an answer may take, and never answers.
setTimeout(() => {
  postMessage({ type: "info", name: "slow-loading", version: "1", author: "-", features: [] });
}, 1500);
onmessage = () => {};
