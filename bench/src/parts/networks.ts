import type { Load } from '../load/load-process.ts'
import { compareNetworks } from '../networks.ts'
import { plan, quick, readOption } from '../options.ts'
import { judgeSame, printVerdicts, say, type Verdict } from '../report.ts'
import { folder } from '../run-folder.ts'
import { checkOut } from '../servers/check-out-commit.ts'

/** Configured networks must not slow down sign-ins measurably. */
const NO_SLOWER = 0.97

/** The variants differ little, so this uses more and shorter rounds. */
export async function runNetworks(load: Load): Promise<Verdict[]> {
  const rounds = { rounds: quick ? 9 : 21, cpuSeconds: quick ? 1.5 : 3, concurrency: plan.concurrency }
  say(`Sign-ins with and without networks, ${rounds.rounds} alternating rounds of ${rounds.cpuSeconds} CPU seconds …`)
  const commit = readOption('--before')
  const earlierCode = commit ? checkOut(commit, folder) : undefined
  const { without, dead, earlier, checks } = await compareNetworks(load, folder, { plan: rounds, earlierCode })
  const earlierPeer = `at ${commit}`
  const atLeast = NO_SLOWER
  const title = '(j) sign-ins, two dead networks'
  return printVerdicts([
    judgeSame({ title, ours: dead, theirs: without, peer: 'no network', atLeast }),
    ...(earlier ? [judgeSame({ title, ours: dead, theirs: earlier, peer: earlierPeer, atLeast })] : []),
    ...(checks ? [judgeSame({ title: 'session checks', ...checks, peer: earlierPeer, atLeast })] : []),
  ])
}
