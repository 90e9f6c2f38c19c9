/** Sends seeded requests in parallel and collects what is wrong with the answers. */

import type { Engine } from '../support/database/engines.ts'
import type { Browser } from '../support/server/http-browser.ts'
import { grantStepUp } from '../support/server/people.ts'
import { createRandom, deriveSeed } from '../support/seeded-random.ts'
import { actionName } from '../../server/src/session/step-up/step-up-action.ts'
import { readBystander } from './checks/bystander.ts'
import { checkAnswer } from './checks/check-answer.ts'
import { checkLogLine } from './checks/check-log.ts'
import { type Answer, type Connection, ConnectionLost, openConnection } from './connection.ts'
import { chooseRequest } from './requests/choose-request.ts'
import { type FuzzRequest, writeRequest } from './requests/request.ts'
import { blockOutgoing } from './world/block-outgoing.ts'
import { signInAgain } from './world/persona.ts'
import { buildWorld, type World } from './world/world.ts'

export type Failure = { index: number; title: string; problem: string }

export type Report = {
  sent: number
  failures: Failure[]
  /** How many answers there were of each status and code. */
  answers: Map<string, number>
  slowestMs: number
}

export type Plan = { seed: number; first: number; count: number }

/** A new installation after this many requests: by then, much of the old one has been changed or deleted. */
export const ROUND = 4000
const LANES = 8
const HANG_MS = 5000
/** Rate limits count by the server's clock. */
const CLOCK_STEP_MS = 150
const FAILURES_MAX = 20

export async function fuzz(engine: Engine, { seed, first, count }: Plan): Promise<Report> {
  const report: Report = { sent: 0, failures: [], answers: new Map(), slowestMs: 0 }
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
  const { persona } = request
  const browser = persona?.browser
  if (persona?.person)
    for (const stepUp of request.stepUps) await grantStepUp(world.server, persona.person, actionName(stepUp))
  const fail = (problem: string) => report.failures.push({ index, title: request.title, problem })
  const started = performance.now()
  const answer = await exchange(lane, request, writeRequest(request, random)).catch((error: Error) => {
    fail(`${error.message} (before it on this connection: ${lane.previous})`)
  })
  report.slowestMs = Math.max(report.slowestMs, performance.now() - started)
  report.sent++
  lane.previous = request.title
  if (answer) {
    count(report, request, answer)
    const problem = checkAnswer(request, answer)
    if (problem) fail(problem)
    await followAnswer(world, { ...request, browser }, answer)
  }
  for (const line of world.server.logLines.splice(0)) {
    const problem = checkLogLine(line)
    if (problem) fail(problem)
  }
}

async function exchange(lane: Lane, request: FuzzRequest, bytes: Buffer[]): Promise<Answer | undefined> {
  if (!lane.connection?.isOpen()) lane.connection = openConnection(lane.world.port)
  const { connection } = lane
  let timer: NodeJS.Timeout | undefined
  const hang = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`no answer within ${HANG_MS} ms`)), HANG_MS)
  })
  try {
    const answer = await Promise.race([connection.send(bytes, { head: request.method === 'HEAD' }), hang])
    if (answer.closes) connection.close()
    return answer
  } catch (error) {
    connection.close()
    // The answer to a body that is not read to its end may be lost with the connection.
    if (error instanceof ConnectionLost && (request.body?.length ?? 0) > LOST_BODY_BYTES) return undefined
    throw error
  } finally {
    clearTimeout(timer)
  }
}

const LOST_BODY_BYTES = 16_000

function count(report: Report, request: FuzzRequest, answer: Answer): void {
  const code = /"(?:code|error)":"([a-z_]+)"/.exec(answer.body.toString('utf8', 0, 600))?.[1]
  const key = `${request.kind} ${answer.status}${answer.status >= 400 && code ? ` ${code}` : ''}`
  report.answers.set(key, (report.answers.get(key) ?? 0) + 1)
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
