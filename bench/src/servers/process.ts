import { type ChildProcess, type Serializable, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { request } from 'node:http'

export type Running = {
  pid: number
  port: number
  /** Milliseconds from the start of the process to its first successful response. */
  startedIn: number
  /** CPU seconds of all threads. */
  cpu(): number
  memoryMiB(): number
  /** Sends a request to the preloaded module and waits for its reply. */
  request(message: Serializable): Promise<unknown>
  stop(signal: 'SIGTERM' | 'SIGKILL'): Promise<void>
}

type Start = {
  command: string[]
  environment: Record<string, string>
  folder: string
  port: number
  /** Answers 200 once the server is up. */
  readyPath: string
  /** The process to measure, when the command is only its parent. */
  pidOf?: (parent: number) => number
  /** Opens a channel to the preloaded module. */
  ipc?: boolean
}

const START_LIMIT_MS = 60_000

export async function startProcess(start: Start): Promise<Running> {
  const { command, environment, folder, port, readyPath, pidOf, ipc = false } = start
  const [file = '', ...parameters] = command
  const began = performance.now()
  const child = spawn(file, parameters, {
    cwd: folder,
    env: { PATH: process.env.PATH ?? '', NODE_ENV: 'production', PORT: String(port), ...environment },
    stdio: ['ignore', 'ignore', 'pipe', ...(ipc ? (['ipc'] as const) : [])],
  })
  process.once('exit', () => child.kill('SIGKILL'))
  const stderr = collectErrors(child)
  await untilReady(child, port, readyPath).catch((error) => {
    child.kill('SIGKILL')
    throw new Error(`${command.join(' ')} did not start: ${error.message}\n${stderr()}`)
  })
  const startedIn = performance.now() - began
  const pid = pidOf?.(child.pid ?? 0) ?? child.pid ?? 0
  return {
    pid,
    port,
    startedIn,
    cpu: () => readCpu(pid),
    memoryMiB: () => Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024,
    async request(message) {
      const reply = once(child, 'message')
      child.send(message)
      return (await reply)[0]
    },
    async stop(signal) {
      if (child.exitCode !== null || child.signalCode !== null) return
      const ended = once(child, 'exit')
      process.kill(pid, signal)
      await ended
    },
  }
}

function collectErrors(child: ChildProcess): () => string {
  let text = ''
  child.stderr?.on('data', (chunk) => {
    text = (text + chunk).slice(-2000)
  })
  return () => text
}

async function untilReady(child: ChildProcess, port: number, path: string): Promise<void> {
  const until = performance.now() + START_LIMIT_MS
  while (performance.now() < until) {
    if (child.exitCode !== null) throw new Error(`it ended with ${child.exitCode}`)
    if (await isReady(port, path)) return
    await new Promise((resolve) => setTimeout(resolve, 5))
  }
  throw new Error('it did not answer in time')
}

function isReady(port: number, path: string): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = request({ port, path, host: '127.0.0.1', agent: false }, (answer) => {
      answer.resume()
      resolve(answer.statusCode === 200)
    })
    probe.on('error', () => resolve(false))
    probe.end()
  })
}

// USER_HZ of Linux.
const TICKS_PER_SECOND = 100

function readCpu(pid: number): number {
  const text = readFileSync(`/proc/${pid}/stat`, 'utf8')
  // proc(5): the name in parentheses may contain spaces; utime and stime are the 12th and 13th fields after it.
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ')
  return (Number(fields[11]) + Number(fields[12])) / TICKS_PER_SECOND
}
