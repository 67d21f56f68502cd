// A bot that is ready and never answers, and keeps its thread busy.
postMessage({ type: "info", name: "silent", version: "1", author: "-", features: [] });
onmessage = ({ data }) => {
  if (data.type === "rules") postMessage({ type: "ready" });
  if (data.type === "suggest") for (;;);
};
