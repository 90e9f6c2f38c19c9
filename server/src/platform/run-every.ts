/** Runs the work at intervals, one run at a time. Returns a function that stops it and waits for the current run. */
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
  return async () => {
    clearInterval(timer)
    await running
  }
}
