import { loadavg } from 'node:os'
import type { Load } from '../load/load-process.ts'
import type { Action } from '../load/order.ts'
import { describeSystems } from '../machine.ts'
import { plan, quick } from '../options.ts'
import { judge, percent, printVerdicts, say, table, type Verdict, verdict, whole } from '../report.ts'
import { folder } from '../run-folder.ts'
import { type Comparison, compareSignIns } from '../sign-ins/compare.ts'
import type { Latency } from '../sign-ins/latency.ts'
import { measureNoise, median, spread } from '../statistics.ts'

/** Shares of the floors in the same run, and times Better Auth. */
const TARGETS = { signIns: 0.5, sessionChecks: 0.6, peer: 5 }
const peer = 'Better Auth'

export async function runSignIns(load: Load): Promise<Verdict[]> {
  say(describeSystems())
  say(`Sign-ins and session checks, ${plan.rounds} alternating rounds of ${plan.cpuSeconds} CPU seconds …`)
  const noise = [measureNoise()]
  const comparison = await compareSignIns(load, folder, { ...plan, latencySeconds: quick ? 0.5 : 4 })
  noise.push(measureNoise())
  const { acknowledged, onDisk } = comparison
  const verdicts = comparedActions(comparison).flatMap(({ title, ours, theirs, floor }) => [
    judge({ title, ours, theirs: floor.rates, peer: floor.name, atLeast: floor.atLeast }),
    judge({ title, ours, theirs, peer, atLeast: TARGETS.peer }),
  ])
  printVerdicts(verdicts)
  say(`\n${tableOfCosts(comparison)}`)
  say(`\n${tableOfLatencies(comparison.latencies)}`)
  say(`\nCPU time of a constant task varied by ±${percent(spread(noise))}; load average ${loadavg()[0]?.toFixed(1)}.`)
  return [...verdicts, ...printVerdicts([judgeDurability(acknowledged, onDisk)], ['after SIGKILL', '', '', '', ''])]
}

function comparedActions({ newPerson, returning, knownDevice, sessionChecks, bareSignIn, bareHttp }: Comparison) {
  const signIn = (rates: number[]) => ({ name: 'bare sign-in', rates, atLeast: TARGETS.signIns })
  const constant = { name: 'node:http', rates: bareHttp, atLeast: TARGETS.sessionChecks }
  return [
    { title: '(a) sign-ins, new person', ...newPerson, floor: signIn(bareSignIn.newPerson) },
    { title: '(a) sign-ins, returning person', ...returning, floor: signIn(bareSignIn.returning) },
    { title: '(a) sign-ins, returning, known device', ...knownDevice, floor: signIn(bareSignIn.returning) },
    { title: '(b) session checks', ...sessionChecks, floor: constant },
  ]
}

function judgeDurability(acknowledged: number, onDisk: number): Verdict {
  const lost = Math.max(0, acknowledged - onDisk)
  const counts = [`${whole(acknowledged)} acknowledged`, `${whole(onDisk)} in the database`]
  return verdict(['(d) sign-ins on disk', ...counts, '0 lost'], lost === 0)
}

function tableOfCosts({ newPerson, returning, knownDevice, sessionChecks, memory }: Comparison): string {
  const cost = (values: number[], digits = 2) => `${(1000 / median(values)).toFixed(digits)} ms`
  const mebibytes = (value: number) => `${whole(value)} MiB`
  return table([
    ['', 'Countersign', peer],
    ['CPU per sign-in, new person', cost(newPerson.ours), cost(newPerson.theirs)],
    ['CPU per sign-in, returning', cost(returning.ours), cost(returning.theirs)],
    ['CPU per sign-in, known device', cost(knownDevice.ours), cost(knownDevice.theirs)],
    ['CPU per session check', cost(sessionChecks.ours, 3), cost(sessionChecks.theirs, 3)],
    ['memory, idle', mebibytes(memory.ours.idleMiB), mebibytes(memory.theirs.idleMiB)],
    ['memory, after load', mebibytes(memory.ours.afterLoadMiB), mebibytes(memory.theirs.afterLoadMiB)],
  ])
}

const TITLES: Partial<Record<Action, string>> = {
  'new-sign-in': 'sign-in, new person',
  'returning-sign-in': 'sign-in, returning',
  'session-check': 'session check',
}

function tableOfLatencies(latencies: Latency[]): string {
  const milliseconds = (value: number) => value.toFixed(value < 10 ? 2 : 0)
  const rows = latencies.map(({ action, concurrency, sides }) => [
    `${TITLES[action]}, ${concurrency} concurrent`,
    ...sides.map(({ p50, p99 }) => `${milliseconds(p50)} / ${milliseconds(p99)} ms`),
  ])
  return table([['p50 / p99', 'Countersign', peer], ...rows])
}
