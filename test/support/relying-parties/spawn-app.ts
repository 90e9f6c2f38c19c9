/** Starts a program that prints "listening on" once it is ready. */

import { spawn } from 'node:child_process'
import { START_MS } from '../until.ts'

export type RunningApp = { stop(): Promise<void> }
export type Environment = Record<string, string>

type Program = { command: string; parameters: string[]; environment: Environment }

/** Rejects with everything the program printed when it does not start. */
export async function spawnApp({ command, parameters, environment }: Program): Promise<RunningApp> {
  const child = spawn(command, parameters, {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { PATH: process.env.PATH ?? '', ...environment },
  })
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()))
  let output = ''
  const failureOf = (how: string) => new Error(`${command} ${parameters.join(' ')} ${how}:\n${output}`)
  let limit: NodeJS.Timeout | undefined
  const started = new Promise<void>((resolve, reject) => {
    limit = setTimeout(() => {
      child.kill('SIGKILL')
      reject(failureOf('does not listen'))
    }, START_MS)
    const appendOutput = (chunk: Buffer) => {
      output += chunk
      if (output.includes('listening on')) resolve()
    }
    child.stdout.on('data', appendOutput)
    child.stderr.on('data', appendOutput)
    child.once('error', reject)
    child.once('close', () => reject(failureOf('did not start')))
  })
  await started.finally(() => clearTimeout(limit))
  return {
    async stop() {
      child.kill()
      await ended
    },
  }
}
