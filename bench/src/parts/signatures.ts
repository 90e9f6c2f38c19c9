import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { plan, quick } from '../options.ts'
import { judge, printVerdicts, say, type Verdict } from '../report.ts'
import type { SignatureFigures } from '../signature.ts'

const TARGET = 15

export async function runSignatures(): Promise<Verdict[]> {
  say('Signatures …')
  const file = join(import.meta.dirname, '..', 'signature.ts')
  const parameters = ['--disable-warning=ExperimentalWarning', file, String(plan.rounds), quick ? '0.5' : '1.5']
  const figures: SignatureFigures = JSON.parse(execFileSync(process.execPath, parameters, { encoding: 'utf8' }))
  const { ours, theirs, kind } = figures
  return printVerdicts([judge({ title: `(c) signature checks, ${kind}`, ours, theirs, peer: 'viem', atLeast: TARGET })])
}
