/** Runs the work now and at intervals, one run at a time. Returns a function that stops it and waits for the current run. */
export function runEvery(
  ms: number,
  work: () => Promise<unknown>,
  onFailure: (error: unknown) => void,
): () => Promise<void> {
  let running: Promise<unknown> | undefined
  const run = () => {
    running ??= work()
      .catch(onFailure)
      .finally(() => {
        running = undefined
      })
  }
  const timer = setInterval(run, ms).unref()
  run()
  return async () => {
    clearInterval(timer)
    await running
  }
}

/** Calls during a run share it. */
export function shareRuns<T>(work: () => Promise<T>): () => Promise<T> {
  let running: Promise<T> | undefined
  return () => {
    running ??= work().finally(() => {
      running = undefined
    })
    return running
  }
}
