// Tasks of main threads in a trace of Chromium.

/** Returns the tasks of main threads in a trace, with `dur` and processor time `tdur` in microseconds. */
export function mainThreadTasks(trace) {
  const { traceEvents } = JSON.parse(trace);
  const thread = ({ pid, tid }) => `${pid} ${tid}`;
  const mainThreads = new Set(traceEvents.filter(({ name, args }) => name === "thread_name" && args.name === "CrRendererMain").map(thread));
  return traceEvents.filter((event) => event.name === "RunTask" && mainThreads.has(thread(event)));
}

/**
 * Returns the most milliseconds of a task in a trace, by the clock and of processor time; between two marks
 * of the page, if they are given.
 */
export function longestTask(trace, [from, to] = []) {
  const markAt = (mark) => JSON.parse(trace).traceEvents.find(({ name }) => name === mark).ts;
  const [begin, end] = [from ? markAt(from) : -Infinity, to ? markAt(to) : Infinity];
  const tasks = mainThreadTasks(trace).filter(({ ts }) => begin <= ts && ts <= end);
  const most = (key) => (tasks.reduce((most, task) => Math.max(most, task[key] ?? 0), 0) / 1000).toFixed(0);
  return { wall: most("dur"), cpu: most("tdur") };
}
