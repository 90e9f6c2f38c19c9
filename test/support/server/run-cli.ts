/** Runs the command line: the launcher in a child process, or the command in this one. */

import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { runCommand } from '../../../server/src/operations/cli/run.ts'
import { createTerminal } from '../../../server/src/operations/cli/terminal.ts'
import { inheritedEnvironment } from './server-process.ts'

export type CommandResult = { code: number | null; out: string; err: string }

type Options = {
  environment?: Record<string, string>
  folder?: string
  /** False closes its standard output. */
  read?: boolean
}

const ROOT = join(import.meta.dirname, '..', '..', '..')

export function spawnCli(words: string[], options: Options = {}): Promise<CommandResult> {
  const { environment = {}, folder = ROOT, read = true } = options
  return new Promise((resolve) => {
    const child = spawn(process.execPath, [join(ROOT, 'scripts', 'countersign.mjs'), ...words], {
      cwd: folder,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...inheritedEnvironment(), ...environment },
    })
    const ended: CommandResult = { code: null, out: '', err: '' }
    child.stdout.on('data', (chunk) => {
      ended.out += chunk
    })
    if (!read) child.stdout.destroy()
    child.stderr.on('data', (chunk) => {
      ended.err += chunk
    })
    child.on('close', (code) => resolve({ ...ended, code }))
  })
}

/** The same without starting Node. */
export async function runCli(
  words: string[],
  { environment = {}, folder = ROOT }: Options = {},
): Promise<CommandResult> {
  const ended = { out: '', err: '' }
  const out = { write: (text: string) => (ended.out += text) }
  const err = { write: (text: string) => (ended.err += text) }
  const terminal = createTerminal(out, err, {})
  const code = await runCommand(words, { environment, configFolder: ROOT, folder, terminal, now: Date.now })
  return { code, ...ended }
}
