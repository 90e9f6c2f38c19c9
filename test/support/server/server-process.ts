/** `server/src/main.ts` in a process of its own, so that a test can run several of them and kill them. */

import { type ChildProcess, spawn } from 'node:child_process'
import { join } from 'node:path'
import { freePort } from '../free-port.ts'
import { WAIT_MS } from '../until.ts'

export type ServerProcess = {
  url: string
  /** What `openBrowser` wants to know of a server. */
  context: { config: { origin: string } }
  child: ChildProcess
  /** Everything it has written so far, to either stream. */
  output(): string
  /** No time to tidy up: as a crash or the out-of-memory killer would. */
  kill(): Promise<void>
  /** As an operator would; resolves with the exit code. */
  stop(): Promise<number | null>
}

type Options = { databaseUrl: string; environment?: Record<string, string> }

const ROOT = join(import.meta.dirname, '..', '..', '..')

/** Resolves once it answers, rejects with its words when it does not start. The page must have been built. */
export async function startServerProcess({ databaseUrl, environment = {} }: Options): Promise<ServerProcess> {
  const origin = environment.PUBLIC_URL ?? 'http://localhost:3000'
  const port = await freePort()
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', 'server/src/main.ts'], {
    cwd: ROOT,
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
  const ended = new Promise<number | null>((resolve) => child.once('exit', resolve))
  let output = ''
  await new Promise<void>((resolve, reject) => {
    const note = (chunk: Buffer) => {
      output += chunk
      if (output.includes(`Countersign is running at ${origin}`)) resolve()
    }
    child.stdout.on('data', note)
    child.stderr.on('data', note)
    child.once('close', (code) => reject(new Error(`It ended with ${code}: ${output}`)))
  })
  const end = (signal: NodeJS.Signals) => {
    child.kill(signal)
    return ended
  }
  return {
    url: `http://127.0.0.1:${port}`,
    context: { config: { origin } },
    child,
    output: () => output,
    kill: async () => void (await end('SIGKILL')),
    stop: () => end('SIGTERM'),
  }
}

/** Of this process's environment only what has no bearing on what is tested. */
export function inheritedEnvironment(): Record<string, string> {
  const { PATH = '', TMPDIR, NODE_COMPILE_CACHE } = process.env
  return { PATH, ...(TMPDIR ? { TMPDIR } : {}), ...(NODE_COMPILE_CACHE ? { NODE_COMPILE_CACHE } : {}) }
}
