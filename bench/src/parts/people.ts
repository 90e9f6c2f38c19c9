import type { Load } from '../load/load-process.ts'
import { plan } from '../options.ts'
import { compareSizes } from '../people/compare-sizes.ts'
import { judgeCost, printVerdicts, say, type Verdict, whole } from '../report.ts'
import { createFolder } from '../run-folder.ts'

const PEOPLE = 1_000_000
const COST_LIMIT = 1.2

export async function runPeople(load: Load): Promise<Verdict[]> {
  say(`Sign-ins with many people: generating ${whole(PEOPLE)} …`)
  const onProgress = (people: number) => say(`  ${whole(people)}`)
  const figures = await compareSizes(load, createFolder('people'), { plan, people: PEOPLE, onProgress })
  const judgeSize = (title: string, { large, empty }: { large: number[]; empty: number[] }) =>
    judgeCost({ title, ours: large, theirs: empty, peer: 'empty database', atMost: COST_LIMIT })
  return printVerdicts([
    judgeSize('(l) sign-ins, new person, a million people', figures.newPerson),
    judgeSize('(l) sign-ins, returning, a million people', figures.returning),
  ])
}
