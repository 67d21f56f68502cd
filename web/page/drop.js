/** Files that are dropped anywhere on the page. */

const hasFiles = ({ dataTransfer }) => Boolean(dataTransfer?.types.includes("Files"));
const isField = (target) => target instanceof Element && Boolean(target.closest("input, textarea"));

/**
 * Takes what is dropped anywhere on the page, which the browser would open in place of the page.
 * @param {{onFiles: (files: File[]) => void, onText: (text: string) => void}} callbacks
 */
export function takeDrops({ onFiles, onText }) {
  const mark = (over) => {
    if (over) document.body.dataset.dropping = "";
    else delete document.body.dataset.dropping;
  };
  const over = (event) => {
    if (!hasFiles(event) && isField(event.target)) return;
    event.preventDefault();
    if (event.dataTransfer) event.dataTransfer.dropEffect = "copy";
    mark(hasFiles(event));
  };
  addEventListener("dragenter", over);
  addEventListener("dragover", over);
  // Without a related target the pointer has left the window.
  addEventListener("dragleave", (event) => { if (!event.relatedTarget) mark(false); });
  addEventListener("drop", (event) => {
    mark(false);
    if (!hasFiles(event) && isField(event.target)) return;
    event.preventDefault();
    const { files } = event.dataTransfer;
    if (files.length > 0) onFiles([...files]);
    else onText(event.dataTransfer.getData("text/plain"));
  });
}
