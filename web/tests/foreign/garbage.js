// A bot that answers with what is no message.
postMessage({ type: "info", name: "garbage", version: "1", author: "-", features: [] });
onmessage = ({ data }) => {
  if (data.type === "rules") postMessage({ type: "ready" });
  else if (data.type === "suggest") postMessage(new Map([["type", "suggestion"]]));
};
