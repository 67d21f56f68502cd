// A bot that names moves which are none: words of another protocol, lists, nothing.
postMessage({ type: "info", name: "shapeless", version: "1", author: "-", features: [] });
onmessage = ({ data }) => {
  if (data.type === "rules") postMessage({ type: "ready" });
  const move = { location: { type: "T", orientation: "up", x: 4, y: 0 }, spin: "none" };
  if (data.type === "suggest") postMessage({ type: "suggestion", moves: [move, {}, [], null, 7] });
};
