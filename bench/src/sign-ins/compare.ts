/** Targets (a) and (b): sign-ins of three kinds and session checks, compared with floors and with Better Auth. */

import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { alternate, type Contender, contender, entriesOf, type Plan } from '../alternate.ts'
import type { Load } from '../load/load-process.ts'
import { startBareHttp, startBareSignIn, startBetterAuth, startCountersign } from '../servers/servers.ts'
import { type Latency, measureLatencies } from './latency.ts'

type Pair = Record<'ours' | 'theirs', number[]>
export type Memory = { idleMiB: number; afterLoadMiB: number }
export type Comparison = {
  /** Per CPU second, one value per round. */
  newPerson: Pair
  returning: Pair
  /** Better Auth does not recognize devices: the same rounds as for `returning`. */
  knownDevice: Pair
  sessionChecks: Pair
  /** Constant responses of node:http. */
  bareHttp: number[]
  /** Sign-ins with nothing but a challenge, a recovery and three writes. */
  bareSignIn: Record<'newPerson' | 'returning', number[]>
  latencies: Latency[]
  memory: Record<'ours' | 'theirs', Memory>
  /** Sign-ins acknowledged by Countersign, and sessions in its database after SIGKILL. */
  acknowledged: number
  onDisk: number
}

/** 7 to 15 CPU seconds each, in which V8 compiles what is called often. They return in the first round. */
const FIRST_PEOPLE = { ours: 16_000, bareSignIn: 16_000, theirs: 1500 }
const SETTLE_MS = 1000

export async function compareSignIns(load: Load, folder: string, plan: Plan & { latencySeconds: number }) {
  const ours = contender('countersign', await startCountersign(folder))
  const theirs = contender('better-auth', await startBetterAuth(folder))
  const bareHttp = contender('bare-http', await startBareHttp())
  const bareSignIn = contender('bare-sign-in', await startBareSignIn(folder))
  try {
    await new Promise((resolve) => setTimeout(resolve, SETTLE_MS))
    const idle = { ours: ours.server.memoryMiB(), theirs: theirs.server.memoryMiB() }
    await signInFirst(load, ours, FIRST_PEOPLE.ours)
    await signInFirst(load, bareSignIn, FIRST_PEOPLE.bareSignIn)
    await signInFirst(load, theirs, FIRST_PEOPLE.theirs)
    const rates = await measureRates(load, { ours, theirs, bareHttp, bareSignIn }, plan)
    const latencies = await measureLatencies(load, [ours, theirs], plan.latencySeconds)
    const memoryOf = (side: 'ours' | 'theirs', { server }: Contender): Memory => ({
      idleMiB: idle[side],
      afterLoadMiB: server.memoryMiB(),
    })
    const memory = { ours: memoryOf('ours', ours), theirs: memoryOf('theirs', theirs) }
    await ours.server.stop('SIGKILL')
    const onDisk = countSessions(join(folder, 'countersign.db'))
    return { ...rates, latencies, memory, acknowledged: ours.acknowledged, onDisk } satisfies Comparison
  } finally {
    for (const { server } of [ours, theirs, bareHttp, bareSignIn]) await server.stop('SIGKILL')
  }
}

export async function signInFirst(load: Load, one: Contender, most: number): Promise<void> {
  const { name: system, server, existingPeople = 0 } = one
  const order = { system, action: 'new-sign-in', port: server.port, concurrency: 32, most, existingPeople } as const
  one.acknowledged += (await load.run(order, () => false)).done
}

type Contenders = Record<'ours' | 'theirs' | 'bareHttp' | 'bareSignIn', Contender>

async function measureRates(load: Load, { ours, theirs, bareHttp, bareSignIn }: Contenders, plan: Plan) {
  const signIns = [
    { contender: ours, action: 'new-sign-in' },
    { contender: theirs, action: 'new-sign-in' },
    { contender: ours, action: 'returning-sign-in' },
    { contender: ours, action: 'known-device-sign-in' },
    { contender: theirs, action: 'returning-sign-in' },
    { contender: bareSignIn, action: 'new-sign-in' },
    { contender: bareSignIn, action: 'returning-sign-in' },
  ] as const
  const [ourNew, theirNew, ourReturning, ourKnown, theirReturning, bareNew, bareReturning] = await alternate(
    load,
    signIns,
    plan,
  )
  const checks = entriesOf('session-check', ours, theirs, bareHttp)
  const [ourChecks, theirChecks, bareChecks] = await alternate(load, checks, plan)
  return {
    newPerson: { ours: ourNew.perCpuSecond, theirs: theirNew.perCpuSecond },
    returning: { ours: ourReturning.perCpuSecond, theirs: theirReturning.perCpuSecond },
    knownDevice: { ours: ourKnown.perCpuSecond, theirs: theirReturning.perCpuSecond },
    sessionChecks: { ours: ourChecks.perCpuSecond, theirs: theirChecks.perCpuSecond },
    bareHttp: bareChecks.perCpuSecond,
    bareSignIn: { newPerson: bareNew.perCpuSecond, returning: bareReturning.perCpuSecond },
  }
}

function countSessions(path: string): number {
  const database = new DatabaseSync(path)
  const row = database.prepare('SELECT count(*) AS sessions FROM session').get()
  database.close()
  return Number(row?.sessions)
}
