import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { plan, quick } from '../options.ts'
import { judge, judgeRate, printVerdicts, say, type Verdict } from '../report.ts'
import type { SignatureFigures } from '../signature.ts'

export async function runSignatures(): Promise<Verdict[]> {
  say('Signatures …')
  const file = join(import.meta.dirname, '..', 'signature.ts')
  const parameters = ['--disable-warning=ExperimentalWarning', file, String(plan.rounds), quick ? '0.5' : '1.5']
  const figures: SignatureFigures[] = JSON.parse(execFileSync(process.execPath, parameters, { encoding: 'utf8' }))
  return printVerdicts(figures.map(judgeFigures))
}

function judgeFigures({ title, ours, theirs, peer = '', target }: SignatureFigures): Verdict {
  if ('times' in target) return judge({ title, ours, theirs, peer, atLeast: target.times })
  return judgeRate({ title, ours, theirs, peer, perSecond: target.perSecond })
}
