/** Sends seeded requests in parallel and collects what is wrong with the answers. */

import { routes } from '@countersign/contract/schemas/route-schemas.ts'
import { actionName } from '../../server/src/session/step-up/step-up-action.ts'
import type { Engine } from '../support/database/engines.ts'
import { createRandom, deriveSeed, type Random } from '../support/seeded-random.ts'
import type { Browser } from '../support/server/http-browser.ts'
import { grantStepUp } from '../support/server/people.ts'
import { WAIT_MS } from '../support/until.ts'
import { readBystander } from './checks/bystander.ts'
import { checkAnswer } from './checks/check-answer.ts'
import { checkLogLine } from './checks/check-log.ts'
import { checkRaw } from './checks/check-raw.ts'
import { type Answer, type Connection, ConnectionLost, openConnection, sendOnce } from './connection.ts'
import { chooseRequest } from './requests/choose-request.ts'
import type { RawRequest } from './requests/raw-request.ts'
import { type FuzzRequest, findRoute, writeRequest } from './requests/request.ts'
import { blockOutgoing } from './world/block-outgoing.ts'
import { signInAgain } from './world/persona.ts'
import { buildWorld, type World } from './world/world.ts'

export type Failure = { index: number; title: string; problem: string }

export type Report = {
  sent: number
  failures: Failure[]
  /** How many answers there were of each status and code. */
  answers: Map<string, number>
  /** Routes that have answered with success. */
  succeeded: Set<string>
  slowestMs: number
}

export type Plan = { seed: number; first: number; count: number }

/** A new installation after this many requests: by then, much of the old one has been changed or deleted. */
export const ROUND = 4000
const LANES = 8
/** Rate limits count by the server's clock. */
const CLOCK_STEP_MS = 150
const FAILURES_MAX = 20

export function newReport(): Report {
  return { sent: 0, failures: [], answers: new Map(), succeeded: new Set(), slowestMs: 0 }
}

/** Adds to the report while it runs. */
export async function fuzz(
  engine: Engine,
  { seed, first, count }: Plan,
  report: Report = newReport(),
): Promise<Report> {
  const restore = blockOutgoing()
  try {
    for (let start = first; start < first + count && report.failures.length < FAILURES_MAX; start += ROUND)
      await runRound(engine, report, { seed, first: start, count: Math.min(ROUND, first + count - start) })
  } finally {
    restore()
  }
  return report
}

async function runRound(engine: Engine, report: Report, { seed, first, count }: Plan): Promise<void> {
  const world = await buildWorld(engine)
  const before = await readBystander(world)
  world.server.logLines.length = 0
  const began = world.server.clock.now
  let next = first
  const runLane = async () => {
    const lane: Lane = { world, report, connection: undefined, previous: '' }
    while (next < first + count && report.failures.length < FAILURES_MAX) {
      const index = next++
      world.server.clock.now = began + (index - first) * CLOCK_STEP_MS
      await sendOne(lane, seed, index)
    }
    lane.connection?.close()
  }
  await Promise.all(Array.from({ length: LANES }, runLane))
  if ((await readBystander(world)) !== before)
    report.failures.push({ index: first, title: `the round from here`, problem: "changed somebody else's things" })
  await world.close()
}

type Lane = { world: World; report: Report; connection: Connection | undefined; previous: string }

async function sendOne(lane: Lane, seed: number, index: number): Promise<void> {
  const { world, report } = lane
  const random = createRandom(deriveSeed(seed, index))
  const request = await chooseRequest(world, random)
  const started = performance.now()
  const problems = await attempt(lane, request, random).catch((error: Error) => [
    `${error.message} (before it on this connection: ${lane.previous})`,
  ])
  report.slowestMs = Math.max(report.slowestMs, performance.now() - started)
  report.sent++
  if (request.kind !== 'raw') lane.previous = request.title
  const logged = world.server.logLines.splice(0).map(checkLogLine)
  for (const problem of [...problems, ...logged])
    if (problem) report.failures.push({ index, title: `${request.kind}: ${request.title}`, problem })
}

type Problems = (string | undefined)[]

async function attempt(lane: Lane, request: FuzzRequest | RawRequest, random: Random): Promise<Problems> {
  const { world, report } = lane
  if (request.kind === 'raw') {
    const text = await withinLimit(sendOnce(world.port, request.bytes, request))
    count(report, `raw ${/^HTTP\/1\.1 (\d+)/.exec(text)?.[1] ?? 'closed'}`)
    return [checkRaw(text)]
  }
  const { persona } = request
  const browser = persona?.browser
  if (persona?.person)
    for (const stepUp of request.stepUps) await grantStepUp(world.server, persona.person, actionName(stepUp))
  const answer = await exchange(lane, request, writeRequest(request, random))
  if (!answer) return []
  countAnswer(report, request, answer)
  const route = request.kind === 'route' && answer.status < 300 && findRoute(routes, request.method, request.target)
  if (route) report.succeeded.add(`${route.method} ${route.path}`)
  await followAnswer(world, { ...request, browser }, answer)
  return [checkAnswer(request, answer)]
}

async function exchange(lane: Lane, request: FuzzRequest, bytes: Buffer[]): Promise<Answer | undefined> {
  if (!lane.connection?.isOpen()) lane.connection = openConnection(lane.world.port)
  const { connection } = lane
  try {
    const answer = await withinLimit(connection.send(bytes, { head: request.method === 'HEAD' }))
    if (answer.closes) connection.close()
    return answer
  } catch (error) {
    connection.close()
    // The answer to a body that is not read to its end may be lost with the connection.
    if (error instanceof ConnectionLost && (request.body?.length ?? 0) > LOST_BODY_BYTES) return undefined
    throw error
  }
}

async function withinLimit<T>(answer: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const hang = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`no answer within ${WAIT_MS} ms`)), WAIT_MS)
  })
  return Promise.race([answer, hang]).finally(() => clearTimeout(timer))
}

const LOST_BODY_BYTES = 16_000

function countAnswer(report: Report, { kind }: FuzzRequest, { status, body }: Answer): void {
  const code = /"(?:code|error)":"([a-z_]+)"/.exec(body.toString('utf8', 0, 600))?.[1]
  count(report, `${kind} ${status}${status >= 400 && code ? ` ${code}` : ''}`)
}

function count({ answers }: Report, key: string): void {
  answers.set(key, (answers.get(key) ?? 0) + 1)
}

/** `browser`: theirs when the request was sent. */
async function followAnswer(
  world: World,
  { persona, kind, browser }: FuzzRequest & { browser: Browser | undefined },
  answer: Answer,
): Promise<void> {
  if (!persona || persona.browser !== browser) return
  for (const line of answer.headers.get('set-cookie') ?? []) {
    const [name = '', value = ''] = (line.split(';')[0] ?? '').split(/=(.*)/s)
    if (value === '' || /; *Max-Age=0/i.test(line)) persona.browser.cookies.delete(name)
    else persona.browser.cookies.set(name, value)
  }
  const isLost = kind === 'route' && (answer.status === 401 || !persona.browser.cookies.has('cs'))
  if (!isLost || !persona.role) return
  // One after the other, since it changes the settings.
  world.signingIn = world.signingIn.then(async () => {
    if (persona.browser === browser) await signInAgain(world.server, persona)
  })
  await world.signingIn
}
