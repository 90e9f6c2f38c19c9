/** Options of the server that Node reads only when it starts. */

const YOUNG_GENERATION = '--max-semi-space-size'

/** Without a limit, V8 lets the young generation grow to 128 MiB under load. With 4 MiB a sign-in takes a tenth longer. */
export const nodeOptions = ['--disable-warning=ExperimentalWarning', `${YOUNG_GENERATION}=8`]

/** Replaces the process by one with the options, if it was started without them. */
export function ensureNodeOptions() {
  const given = [...process.execArgv, process.env.NODE_OPTIONS ?? '']
  if (given.some((option) => option.includes(YOUNG_GENERATION))) return
  // A channel to the parent process would be lost.
  if (!process.execve || process.platform === 'win32' || process.channel) return
  process.removeAllListeners('warning') // hides the warning that execve is experimental
  const args = [...nodeOptions, ...process.execArgv, ...process.argv.slice(1)]
  process.execve(process.execPath, [process.execPath, ...args], process.env)
}
