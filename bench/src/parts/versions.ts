import type { Load } from '../load/load-process.ts'
import { plan, quick, readOption } from '../options.ts'
import { judgeSame, printVerdicts, say, type Verdict } from '../report.ts'
import { folder } from '../run-folder.ts'
import { checkOut } from '../servers/check-out-commit.ts'
import { ACTIONS, compareVersions } from '../versions.ts'

const NO_SLOWER = 0.97

/** The versions differ little, so this uses more and shorter rounds. */
export async function runVersions(load: Load): Promise<Verdict[]> {
  const commit = readOption('--before')
  if (commit === undefined) throw new Error('--versions needs --before=<commit>')
  const rounds = { rounds: quick ? 4 : 6, cpuSeconds: quick ? 1.5 : 2, concurrency: plan.concurrency }
  const processes = quick ? 2 : 5
  say(`This version and ${commit}, ${processes} pairs of processes with ${rounds.rounds} alternating rounds …`)
  const rates = await compareVersions(load, { plan: rounds, processes, earlierCode: checkOut(commit, folder) })
  return printVerdicts(
    ACTIONS.map((action) => {
      const { ours, earlier } = rates[action]
      return judgeSame({ title: action, ours, theirs: earlier, peer: `at ${commit}`, atLeast: NO_SLOWER })
    }),
  )
}
