// A bot that names moves inside the floor.
postMessage({ type: "info", name: "illegal", version: "1", author: "-", features: [] });
onmessage = ({ data }) => {
  if (data.type === "rules") postMessage({ type: "ready" });
  const move = { location: { type: "T", orientation: "north", x: 4, y: -3 }, spin: "none" };
  if (data.type === "suggest") postMessage({ type: "suggestion", moves: [move, { nonsense: true }, null] });
};
