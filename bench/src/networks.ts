/** Target (j): sign-ins with and without networks, and of an earlier version, under alternating load. */

import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { freePort } from '../../test/support/free-port.ts'
import { alternate, type Contender, contender, entriesOf, type Plan } from './alternate.ts'
import type { Load } from './load/load-process.ts'
import { startCountersign } from './servers/servers.ts'

/** Sign-ins of new wallets per CPU second, one value per round. */
export type NetworkFigures = {
  without: number[]
  dead: number[]
  earlier: number[] | undefined
  checks: { ours: number[]; theirs: number[] } | undefined
}

/** `earlierCode` is a checkout of the product as it was before. */
export async function compareNetworks(
  load: Load,
  folder: string,
  { plan, earlierCode }: { plan: Plan; earlierCode: string | undefined },
): Promise<NetworkFigures> {
  // A closed port; ENS names would be resolved through the first network.
  const closedUrl = `http://127.0.0.1:${await freePort()}`
  const createFolder = (name: string) => {
    const path = join(folder, name)
    mkdirSync(path)
    return path
  }
  const without = contender('countersign', await startCountersign(createFolder('without-networks')))
  const environment = { RPC_1: closedUrl, RPC_10: closedUrl }
  const dead = contender('countersign', await startCountersign(createFolder('dead-networks'), { environment }))
  const earlier = earlierCode
    ? contender('countersign', await startCountersign(createFolder('earlier'), { code: earlierCode }))
    : undefined
  const contenders = [without, dead, ...(earlier ? [earlier] : [])]
  try {
    const [ours, theirs, before] = await alternate(load, entriesOf('new-sign-in', ...contenders), plan)
    return {
      without: ours?.perCpuSecond ?? [],
      dead: theirs?.perCpuSecond ?? [],
      earlier: before?.perCpuSecond,
      checks: earlier && (await compareChecks(load, { ours: without, earlier, plan })),
    }
  } finally {
    for (const { server } of contenders) await server.stop('SIGKILL')
  }
}

type Versions = Record<'ours' | 'earlier', Contender> & { plan: Plan }

async function compareChecks(load: Load, { ours, earlier, plan }: Versions) {
  const [own, theirs] = await alternate(load, entriesOf('session-check', ours, earlier), plan)
  return { ours: own.perCpuSecond, theirs: theirs.perCpuSecond }
}
