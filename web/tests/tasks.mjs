// Tasks of main threads in a trace of Chromium.

/** Returns the tasks of main threads in a trace, with `dur` and processor time `tdur` in microseconds. */
export function mainThreadTasks(trace) {
  const { traceEvents } = JSON.parse(trace);
  const thread = ({ pid, tid }) => `${pid} ${tid}`;
  const mainThreads = new Set(traceEvents.filter(({ name, args }) => name === "thread_name" && args.name === "CrRendererMain").map(thread));
  return traceEvents.filter((event) => event.name === "RunTask" && mainThreads.has(thread(event)));
}

/** Returns the most milliseconds of a task in a trace, by the clock and of processor time. */
export function longestTask(trace) {
  const tasks = mainThreadTasks(trace);
  const most = (key) => (tasks.reduce((most, task) => Math.max(most, task[key] ?? 0), 0) / 1000).toFixed(0);
  return { wall: most("dur"), cpu: most("tdur") };
}
