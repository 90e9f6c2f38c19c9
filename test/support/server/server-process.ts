/** `server/start.mjs` in a child process, so that a test can run several and kill them. */

import { type ChildProcess, spawn } from 'node:child_process'
import { join } from 'node:path'
import { nodeOptions } from '../../../server/node-options.mjs'
import { freePort } from '../free-port.ts'
import { WAIT_MS } from '../until.ts'

export type ServerProcess = {
  url: string
  /** The context that `openBrowser` needs. */
  context: { config: { origin: string } }
  child: ChildProcess
  /** The output of both streams so far. */
  output(): string
  /** Sends SIGKILL, like a crash or the out-of-memory killer. */
  kill(): Promise<void>
  /** Sends SIGTERM and resolves with the exit code. */
  stop(): Promise<number | null>
}

type Options = {
  databaseUrl: string
  environment?: Record<string, string>
  /** Arguments of Node; without them the server of this checkout starts. */
  program?: string[]
  folder?: string
}

const ROOT = join(import.meta.dirname, '..', '..', '..')

/** Resolves once it is ready, rejects with its output when it does not start. Needs the built page. */
export async function startServerProcess(options: Options): Promise<ServerProcess> {
  const { databaseUrl, environment = {}, program = [...nodeOptions, 'server/start.mjs'], folder = ROOT } = options
  const origin = environment.PUBLIC_URL ?? 'http://localhost:3000'
  const port = await freePort()
  const child = spawn(process.execPath, program, {
    cwd: folder,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      ...inheritedEnvironment(),
      DATABASE_URL: databaseUrl,
      PUBLIC_URL: origin,
      PORT: String(port),
      SECRET_KEY: 'ab'.repeat(32),
      TRUSTED_PROXIES: '127.0.0.1',
      DATABASE_TIMEOUT: String(WAIT_MS / 1000),
      ...environment,
    },
  })
  // Its output is complete when its streams are closed, which can be after it has exited.
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve))
  let output = ''
  await new Promise<void>((resolve, reject) => {
    const appendOutput = (chunk: Buffer) => {
      output += chunk
      if (output.includes(`Countersign is running at ${origin}`)) resolve()
    }
    child.stdout.on('data', appendOutput)
    child.stderr.on('data', appendOutput)
    child.once('close', (code) => reject(new Error(`Server exited with ${code}: ${output}`)))
  })
  const endProcess = (signal: NodeJS.Signals) => {
    child.kill(signal)
    return ended
  }
  return {
    url: `http://127.0.0.1:${port}`,
    context: { config: { origin } },
    child,
    output: () => output,
    kill: async () => void (await endProcess('SIGKILL')),
    stop: () => endProcess('SIGTERM'),
  }
}

/** The variables that child processes inherit. */
export function inheritedEnvironment(): Record<string, string> {
  const { PATH = '', TMPDIR, NODE_COMPILE_CACHE } = process.env
  return { PATH, ...(TMPDIR ? { TMPDIR } : {}), ...(NODE_COMPILE_CACHE ? { NODE_COMPILE_CACHE } : {}) }
}
