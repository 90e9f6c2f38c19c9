import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { LARGE, measureLists, SMALL } from '../lists/measure.ts'
import { quick } from '../options.ts'
import { judgeGrowth, printVerdicts, say, type Verdict, whole } from '../report.ts'

/** The allowed slowdown with a hundred times as much data. */
const GROWTH_LIMIT = 2
const ROUNDS = quick ? 15 : 41

export async function runLists(): Promise<Verdict[]> {
  const size = ({ people, sessions }: typeof SMALL) =>
    `${whole(people)} people with ${whole(sessions)} sessions and events`
  say(`Lists: generating installations of ${size(SMALL)} and ${size(LARGE)} …`)
  const data = mkdtempSync(join(tmpdir(), 'countersign-lists-'))
  process.once('exit', () => rmSync(data, { recursive: true, force: true }))
  const figures = await measureLists(data, ROUNDS)
  const verdicts = figures.map((figure) => judgeGrowth({ ...figure, atMost: GROWTH_LIMIT }))
  const head = ['(f) pages of lists', `of ${whole(SMALL.people)}`, `of ${whole(LARGE.people)}`, 'ratio', 'target', '']
  return printVerdicts(verdicts, head)
}
