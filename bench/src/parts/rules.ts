import type { Load } from '../load/load-process.ts'
import { plan, quick } from '../options.ts'
import { judgeSame, printVerdicts, say, type Verdict, verdict, whole } from '../report.ts'
import { type BenchChain, startBenchChain } from '../rules/bench-chain.ts'
import { compareForwardAuth } from '../rules/compare-forward-auth.ts'
import { measureLargePreview, measureOutage, measureWatcher } from '../rules/measure-rules.ts'

/** Of the rate without a rule. */
const RATE = 0.9
const PEOPLE = 10_000
const FEW_PEOPLE = 10
const PREVIEW_REQUESTS = 160
const CHECKS = 1000

const HEAD = ['rules', 'figure', 'target', '']

export async function runRules(load: Load): Promise<Verdict[]> {
  const chain = await startBenchChain()
  try {
    return [...(await runForwardAuth(load, chain)), ...(await runCounts(chain))]
  } finally {
    await chain.stop()
  }
}

/** The variants differ little, so this uses more and shorter rounds; people are checked again after four minutes. */
async function runForwardAuth(load: Load, chain: BenchChain): Promise<Verdict[]> {
  const rounds = { rounds: quick ? 9 : 21, cpuSeconds: quick ? 1 : 2, concurrency: plan.concurrency }
  say(`Forward-auth checks with a fresh rule, ${rounds.rounds} alternating rounds …`)
  const { reads, methods, ...rates } = await compareForwardAuth(load, chain, rounds)
  const verdicts = [
    judgeSame({ title: '(m) /forward-auth, fresh rule', ...rates, peer: 'no rule', atLeast: RATE }),
    atMost('(m) node requests for these checks', reads, 0),
  ]
  printVerdicts(verdicts.slice(0, 1))
  printVerdicts(verdicts.slice(1), HEAD)
  say(`Requests of the watcher meanwhile: ${JSON.stringify(methods)}`)
  return verdicts
}

async function runCounts(chain: BenchChain): Promise<Verdict[]> {
  say(`\nPreview of ${whole(PEOPLE)} people with three conditions …`)
  const preview = await measureLargePreview(chain, PEOPLE)
  say(`  ${preview.seconds.toFixed(1)} s, ${JSON.stringify(preview.methods)}`)
  say('Watcher …')
  const few = await measureWatcher(chain, FEW_PEOPLE)
  const many = await measureWatcher(chain, PEOPLE)
  say(`  Checking ${whole(PEOPLE)} people with a session again every four minutes takes ${many.recheck} requests.`)
  say('Dead node …')
  const { inside, outside } = await measureOutage(chain, CHECKS)
  const isRefused = (status: string) => status !== '200' && status !== '503'
  const refused = (counts: Record<number, number>) => countWhere(counts, isRefused)
  return printVerdicts(
    [
      atMost(`(m) preview of ${whole(PEOPLE)} people: node requests`, preview.requests, PREVIEW_REQUESTS),
      atMost(`(m) watcher, ${whole(FEW_PEOPLE)} people: most requests per interval`, few.most, 1),
      atMost(`(m) watcher, ${whole(PEOPLE)} people: most requests per interval`, many.most, 1),
      atMost(`(m) dead node, ${whole(CHECKS)} checks: refused`, refused(inside) + refused(outside), 0),
      atMost('(m) dead node: new people let in', outside[200] ?? 0, 0),
      atMost(
        '(m) dead node: not let in within the grace period',
        countWhere(inside, (status) => status !== '200'),
        0,
      ),
    ],
    HEAD,
  )
}

function countWhere(counts: Record<number, number>, isCounted: (status: string) => boolean): number {
  return Object.entries(counts).reduce((sum, [status, count]) => (isCounted(status) ? sum + count : sum), 0)
}

function atMost(title: string, count: number, target: number): Verdict {
  return verdict([title, whole(count), target === 0 ? '0' : `≤ ${whole(target)}`], count <= target)
}
