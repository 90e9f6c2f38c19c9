/** Networks added in the browser. Those of the environment cannot be changed here. */

import type { ActivityKind } from '@countersign/contract/activity-kinds.ts'
import { AppError } from '@countersign/contract/errors.ts'
import { NETWORKS_MAX } from '@countersign/contract/limits.ts'
import type { Network } from '@countersign/contract/routes/admin/network.ts'
import { recordEvent, type VersionedActor } from '../audit/record-event.ts'
import type { Context } from '../context.ts'
import { newId } from '../platform/crypto/id.ts'
import type { Queries } from '../platform/store/database.ts'
import { sealUrls } from './known-networks.ts'
import { presentNetwork } from './list-networks.ts'
import {
  findNetworks,
  insertNetwork,
  lockNetwork,
  type NetworkRecord,
  removeNetwork,
  updateNetwork,
} from './network.store.ts'
import { readUrls, requireAnswers } from './try-endpoints.ts'

/** Ends what was proven through earlier endpoints of a chain. */
export type DistrustChain = (queries: Queries, chainId: number) => Promise<void>

type Wanted = { chainId: number; name: string; urls: string[]; distrustChain: DistrustChain }

export async function createNetwork(context: Context, by: VersionedActor, wanted: Wanted): Promise<Network> {
  const { chainId, name, distrustChain } = wanted
  const urls = readUrls(wanted.urls)
  await requireRoom(context, chainId)
  await requireAnswers(context.networks.nodes, chainId, urls)
  const id = newId(context, 'net')
  const record = { id, chainId, name, urls: sealUrls(context, id, urls), enabled: true, version: 1 }
  await context.store.transaction(async (queries) => {
    if (!(await insertNetwork(queries, record, context.now()))) throw new AppError('network_exists')
    await recordChange(context, queries, { kind: 'network.created', by, network: record })
    await distrustChain(queries, chainId)
  })
  return present(context, id)
}

type Change = { name?: string | undefined; urls?: string[] | undefined; enabled?: boolean | undefined }
type Target = { id: string; change: Change; distrustChain: DistrustChain }

/** Endpoints are probed before the transaction, which must not wait for the network. */
export async function changeNetwork(
  context: Context,
  by: VersionedActor,
  { id, change, distrustChain }: Target,
): Promise<Network> {
  const before = await requireOurs(context, id)
  if (before.version !== by.version) throw new AppError('version_conflict')
  const urls = change.urls && readUrls(change.urls)
  if (urls) await requireAnswers(context.networks.nodes, before.chainId, urls)
  await context.store.transaction(async (queries) => {
    const held = await lock(queries, id, by.version)
    const next = {
      ...held,
      name: change.name ?? held.name,
      enabled: change.enabled ?? held.enabled,
      urls: urls ? sealUrls(context, id, urls) : held.urls,
    }
    const fields = fieldsChanged(held, next)
    if (fields.length === 0) return
    await updateNetwork(queries, { ...next, version: held.version + 1 }, context.now())
    await recordChange(context, queries, { kind: 'network.updated', by, network: next, fields: fields.join(' ') })
    if (urls) await distrustChain(queries, held.chainId)
  })
  return present(context, id)
}

export async function deleteNetwork(context: Context, by: VersionedActor, id: string): Promise<void> {
  await requireOurs(context, id)
  await context.store.transaction(async (queries) => {
    const held = await lock(queries, id, by.version)
    await removeNetwork(queries, id)
    await recordChange(context, queries, { kind: 'network.removed', by, network: held })
  })
  context.networks.forget()
}

async function requireRoom(context: Context, chainId: number): Promise<void> {
  if (context.config.networks.some((network) => network.chainId === chainId)) throw new AppError('network_exists')
  const records = await findNetworks(context.store, NETWORKS_MAX)
  if (records.some((record) => record.chainId === chainId)) throw new AppError('network_exists')
  if (records.length >= NETWORKS_MAX)
    throw new AppError('invalid_body', { fields: [{ path: '/chainId', code: 'too_many_networks' }] })
}

async function requireOurs(context: Context, id: string): Promise<{ chainId: number; version: number }> {
  const ofEnvironment = context.config.networks.find(({ chainId }) => id === `env_${chainId}`)
  if (ofEnvironment)
    throw new AppError('forbidden', {
      detail: `This network is set by RPC_${ofEnvironment.chainId} in the environment and can only be changed there.`,
    })
  const found = (await findNetworks(context.store, NETWORKS_MAX)).find((record) => record.id === id)
  if (!found) throw new AppError('not_found')
  return found
}

async function lock(queries: Queries, id: string, version: number): Promise<NetworkRecord> {
  const held = await lockNetwork(queries, id)
  if (!held) throw new AppError('not_found')
  if (held.version !== version) throw new AppError('version_conflict')
  return held
}

function fieldsChanged(held: NetworkRecord, next: NetworkRecord): string[] {
  return (['name', 'urls', 'enabled'] as const).filter((field) => held[field] !== next[field])
}

type NetworkEvent = { kind: ActivityKind; by: VersionedActor; network: NetworkRecord; fields?: string }

/** Never with the URL of an endpoint, which may contain a key. */
function recordChange(context: Context, queries: Queries, { kind, by, network, fields }: NetworkEvent): Promise<void> {
  const { actorId, sessionId, source } = by
  const data = { chainId: network.chainId, name: network.name, ...(fields === undefined ? {} : { fields }) }
  return recordEvent(context, queries, { kind, actorId, sessionId, source, data })
}

async function present(context: Context, id: string): Promise<Network> {
  const { networks } = context
  networks.forget()
  const network = (await networks.all()).find((each) => each.id === id)
  if (!network) throw new AppError('not_found')
  return presentNetwork(networks.nodes, network)
}
