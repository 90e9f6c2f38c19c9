/** `npm run bench`: measures every target against peers. The options are in scripts/bench.mjs. */

import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { cpus, loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { type CodeFlowFigures, measureCodeFlow } from './code-flow.ts'
import { type Comparison, compare, type Side } from './compare.ts'
import { type Durability, measureDurability, measureSync } from './durability.ts'
import { type ForwardAuthFigures, measureForwardAuth } from './forward-auth.ts'
import { LARGE, type ListFigures, measureLists, SMALL } from './lists/measure.ts'
import { type Load, startLoad } from './load/load-process.ts'
import { compareNetworks } from './networks.ts'
import { judge, judgeCost, judgeGrowth, judgeLimit, judgeSame, percent, table, type Verdict, whole } from './report.ts'
import { checkOut } from './servers/check-out-commit.ts'
import { startCountersign } from './servers/servers.ts'
import type { SignatureFigures } from './signature.ts'
import { measureNoise, median, ratio, spread } from './statistics.ts'

const quick = process.argv.includes('--quick')
const plan = quick ? { rounds: 3, cpuSeconds: 2, concurrency: 32 } : { rounds: 7, cpuSeconds: 4, concurrency: 32 }
const listRounds = quick ? 15 : 41
/** The allowed slowdown with a hundred times as much data. */
const LIST_GROWTH_LIMIT = 2
const START_LIMIT_MS = 2000
/** Configured networks must not slow down sign-ins measurably. */
const NO_SLOWER = 0.97
const HEAD = ['per second of server CPU', 'Countersign', 'peer', '', 'ratio', 'target', '']

const here = import.meta.dirname
// Not in the temporary folder, which may be in memory: an fsync must reach a disk.
const cache = join(here, '..', '.cache')
mkdirSync(cache, { recursive: true })
const folder = mkdtempSync(join(cache, 'run-'))

for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1))
process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
process.setMaxListeners(50)

process.exitCode = await runSelected()

function runSelected(): Promise<number> {
  if (process.argv.includes('--lists')) return runLists()
  if (process.argv.includes('--networks')) return runOnly(networks)
  if (process.argv.includes('--oidc'))
    return runOnly(async (load) => judgeCodeFlow(await measureCodeFlow(load, folder, plan)))
  if (process.argv.includes('--forward-auth'))
    return runOnly(async (load) => [judgeForwardAuth(await measureForwardAuth(load, folder, plan))])
  return runAll()
}

async function runOnly(measure: (load: Load) => Promise<Verdict[]>): Promise<number> {
  say(machine())
  const load = startLoad()
  const verdicts = await measure(load)
  load.close()
  return printVerdicts(HEAD, verdicts)
}

/** Returns 1 when a target is missed and `--check` is set. */
function printVerdicts(head: string[], verdicts: Verdict[]): number {
  say(`\n${table([head, ...verdicts.map(({ line }) => line)])}`)
  return process.argv.includes('--check') && verdicts.some(({ met }) => !met) ? 1 : 0
}

async function runLists(): Promise<number> {
  say(machine())
  return reportLists(await lists())
}

/** The variants differ little, so this uses more and shorter rounds. */
async function networks(load: Load): Promise<Verdict[]> {
  const rounds = { rounds: quick ? 9 : 21, cpuSeconds: quick ? 1.5 : 3, concurrency: plan.concurrency }
  say(`Sign-ins with and without networks, ${rounds.rounds} alternating rounds of ${rounds.cpuSeconds} CPU seconds …`)
  const commit = process.argv.find((each) => each.startsWith('--before='))?.slice('--before='.length)
  const earlierCode = commit ? checkOut(commit, folder) : undefined
  const { without, dead, earlier, checks } = await compareNetworks(load, folder, { plan: rounds, earlierCode })
  const earlierPeer = `at ${commit}`
  const atLeast = NO_SLOWER
  const title = '(j) sign-ins, two dead networks'
  return [
    judgeSame({ title, ours: dead, theirs: without, peer: 'no network', atLeast }),
    ...(earlier ? [judgeSame({ title, ours: dead, theirs: earlier, peer: earlierPeer, atLeast })] : []),
    ...(checks ? [judgeSame({ title: 'session checks', ...checks, peer: earlierPeer, atLeast })] : []),
  ]
}

async function runAll(): Promise<number> {
  say(describeMachine())
  const noise = [measureNoise()]
  say('Signatures …')
  const signatures = measureSignatures()
  const load = startLoad()
  say(`Sign-ins and session checks, ${plan.rounds} alternating rounds of ${plan.cpuSeconds} CPU seconds …`)
  const comparison = await compare(load, folder, plan)
  noise.push(measureNoise())
  say('Forward-auth checks …')
  const forwardAuth = await measureForwardAuth(load, folder, plan)
  say('OpenID Connect code flow …')
  const codeFlow = await measureCodeFlow(load, folder, plan)
  say('Durability …')
  const durability = await measureDurability(load, folder, plan.cpuSeconds)
  const withNetworks = await networks(load)
  load.close()
  say('Startup …')
  const starts = await measureStarts()
  noise.push(measureNoise())
  const pages = await lists()

  const verdicts = [
    ...judgeAll(comparison, signatures, starts),
    judgeForwardAuth(forwardAuth),
    ...judgeCodeFlow(codeFlow),
    ...withNetworks,
  ]
  const missed = printVerdicts(HEAD, verdicts)
  say(`\n${tableOfDurability(durability)}`)
  say(`\n${tableOfSides(comparison)}`)
  say(`\n${remarks(comparison, signatures, noise)}`)
  const listsMissed = reportLists(pages)
  if (comparison.onDisk < comparison.acknowledged) return 1
  return missed || listsMissed
}

async function lists(): Promise<ListFigures[]> {
  const size = ({ people, sessions }: typeof SMALL) =>
    `${whole(people)} people with ${whole(sessions)} sessions and events`
  say(`Lists: generating installations of ${size(SMALL)} and ${size(LARGE)} …`)
  const data = mkdtempSync(join(tmpdir(), 'countersign-lists-'))
  process.once('exit', () => rmSync(data, { recursive: true, force: true }))
  return measureLists(data, listRounds)
}

function reportLists(figures: ListFigures[]): number {
  const verdicts = figures.map((figure) => judgeGrowth({ ...figure, atMost: LIST_GROWTH_LIMIT }))
  const head = ['(f) pages of lists', `of ${whole(SMALL.people)}`, `of ${whole(LARGE.people)}`, 'ratio', 'target', '']
  return printVerdicts(head, verdicts)
}

function judgeAll(comparison: Comparison, { ours, theirs }: SignatureFigures, starts: number[]): Verdict[] {
  const peer = 'Better Auth'
  const start = { ours: starts, theirs: comparison.theirs.startedIn, peer, limit: START_LIMIT_MS }
  return [
    judge({ title: '(a) sign-ins, each on disk', ...comparison.signIns, peer, atLeast: 20 }),
    judge({ title: '(b) session checks', ...comparison.sessionChecks, peer, atLeast: 40 }),
    judge({ title: '(c) signature checks', ours, theirs, peer: 'viem', atLeast: 15 }),
    judgeLimit('(e) startup to first response', start),
  ]
}

function judgeForwardAuth(figures: ForwardAuthFigures): Verdict {
  return judge({ title: '(g) /forward-auth', ...figures, peer: 'node:http', atLeast: 0.4 })
}

function judgeCodeFlow({ ours, inMemory, betterAuth }: CodeFlowFigures): Verdict[] {
  const peer = 'oidc-provider in memory'
  return [
    judgeCost({ title: '(h) code flow: authorize, token, userinfo', ours, theirs: inMemory, peer, atMost: 1.5 }),
    judge({ title: '(i) code flow', ours, theirs: betterAuth, peer: 'Better Auth', atLeast: 5 }),
  ]
}

function tableOfDurability(durability: Durability[]): string {
  const head = ['(d) durable sign-ins', 'per second', 'p50', 'fsyncs per sign-in']
  const rows = durability.map(({ concurrency, perSecond, p50, syncsPerSignIn }) => [
    `${concurrency} concurrent`,
    whole(perSecond),
    `${p50.toFixed(1)} ms`,
    syncsPerSignIn?.toFixed(2) ?? '(no strace)',
  ])
  return table([head, ...rows])
}

function tableOfSides({ ours, theirs }: Comparison): string {
  const latency = ({ p50, p99 }: Side) => `${p50.toFixed(0)} / ${p99.toFixed(0)} ms`
  return table([
    ['', 'Countersign', 'Better Auth'],
    ['sign-in, p50 / p99 with 32 concurrent', latency(ours), latency(theirs)],
    ['memory after load', `${whole(ours.memoryMiB)} MiB`, `${whole(theirs.memoryMiB)} MiB`],
  ])
}

function remarks(comparison: Comparison, { kind }: SignatureFigures, noise: number[]): string {
  const { bareHttp, sessionChecks, acknowledged, onDisk } = comparison
  const most = ratio(bareHttp, sessionChecks.theirs).toFixed(1)
  const share = percent(ratio(sessionChecks.ours, bareHttp))
  return [
    `Constant response of node:http: ${whole(median(bareHttp))} per CPU second, ${most} x the session checks of Better Auth. Countersign reaches ${share} of it.`,
    `SIGKILL after ${whole(acknowledged)} acknowledged sign-ins: ${whole(onDisk)} sessions in the database.`,
    `Signature checks: ${kind}. CPU time of a constant task varied by ±${percent(spread(noise))}; load average ${loadavg()[0]?.toFixed(1)}.`,
  ].join('\n')
}

function measureSignatures(): SignatureFigures {
  const parameters = [join(here, 'signature.ts'), String(plan.rounds), quick ? '0.5' : '1.5']
  return JSON.parse(
    execFileSync(process.execPath, ['--disable-warning=ExperimentalWarning', ...parameters], { encoding: 'utf8' }),
  )
}

/** With the database that the load has filled. */
async function measureStarts(): Promise<number[]> {
  const times: number[] = []
  for (let round = 0; round < plan.rounds; round++) {
    const server = await startCountersign(folder)
    times.push(server.startedIn)
    await server.stop('SIGTERM')
  }
  return times
}

function machine(): string {
  const { model = 'unknown' } = cpus()[0] ?? {}
  const load = `load average ${loadavg()[0]?.toFixed(1)}`
  return `Node ${process.version}, ${process.platform} ${process.arch}, ${cpus().length} x ${model}, fsync ${measureSync(folder).toFixed(2)} ms, ${load}`
}

function describeMachine(): string {
  const version = (name: string) =>
    JSON.parse(readFileSync(join(here, '..', 'node_modules', name, 'package.json'), 'utf8')).version
  return [
    machine(),
    `Better Auth ${version('better-auth')}: siwe, better-sqlite3 ${version('better-sqlite3')} (WAL, synchronous NORMAL), viem ${version('viem')}, no rate limit`,
    'Countersign: server/src/main.ts, SQLite (WAL, synchronous FULL, group commit), rate limits on',
  ].join('\n')
}

function say(text: string): void {
  process.stdout.write(`${text}\n`)
}
