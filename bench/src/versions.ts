/** This version and an earlier one under alternating load. */

import { alternate, type Contender, contender, entriesOf, type Plan } from './alternate.ts'
import type { Load } from './load/load-process.ts'
import type { Action } from './load/order.ts'
import { createFolder } from './run-folder.ts'
import { startCountersign } from './servers/servers.ts'
import { signInFirst } from './sign-ins/compare.ts'

export const ACTIONS = [
  'new-sign-in',
  'returning-sign-in',
  'known-device-sign-in',
  'session-check',
] as const satisfies Action[]

/** Per CPU second, one value per round. */
export type VersionRates = Record<(typeof ACTIONS)[number], { ours: number[]; earlier: number[] }>

const FIRST_PEOPLE = 12_000

/** V8 does not compile the same in every process, so each version is started several times. */
export async function compareVersions(
  load: Load,
  { plan, processes, earlierCode }: { plan: Plan; processes: number; earlierCode: string },
): Promise<VersionRates> {
  const rates = emptyRates()
  for (let started = 0; started < processes; started++) {
    const start = async (name: string, options = {}) =>
      contender('countersign', await startCountersign(createFolder(`${name}-${started}`), options))
    // The other one first in every other pair.
    const earlierFirst = started % 2 === 1
    const earlier = earlierFirst ? await start('earlier', { code: earlierCode }) : undefined
    const ours = await start('current')
    await comparePair(load, { ours, earlier: earlier ?? (await start('earlier', { code: earlierCode })) }, plan, rates)
  }
  return rates
}

function emptyRates(): VersionRates {
  const none = () => ({ ours: [], earlier: [] })
  return {
    'new-sign-in': none(),
    'returning-sign-in': none(),
    'known-device-sign-in': none(),
    'session-check': none(),
  }
}

type Pair = Record<'ours' | 'earlier', Contender>

async function comparePair(load: Load, { ours, earlier }: Pair, plan: Plan, rates: VersionRates): Promise<void> {
  try {
    for (const one of [ours, earlier]) await signInFirst(load, one, FIRST_PEOPLE)
    for (const action of ACTIONS) {
      const [own, theirs] = await alternate(load, entriesOf(action, ours, earlier), plan)
      rates[action].ours.push(...own.perCpuSecond)
      rates[action].earlier.push(...theirs.perCpuSecond)
    }
  } finally {
    for (const { server } of [ours, earlier]) await server.stop('SIGKILL')
  }
}
