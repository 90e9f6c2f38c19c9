/** The command line as an operator runs it: the launcher, in a process of its own. */

import { spawn } from 'node:child_process'
import { join } from 'node:path'

export type Ended = { code: number | null; out: string; err: string }

type Options = { environment?: Record<string, string>; folder?: string }

const ROOT = join(import.meta.dirname, '..', '..')

export function countersign(words: string[], { environment = {}, folder = ROOT }: Options = {}): Promise<Ended> {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, [join(ROOT, 'scripts', 'countersign.mjs'), ...words], {
      cwd: folder,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { PATH: process.env.PATH ?? '', ...environment },
    })
    const ended: Ended = { code: null, out: '', err: '' }
    child.stdout.on('data', (chunk) => {
      ended.out += chunk
    })
    child.stderr.on('data', (chunk) => {
      ended.err += chunk
    })
    child.on('close', (code) => resolve({ ...ended, code }))
  })
}
