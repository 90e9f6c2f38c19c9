import type { ActivityKind } from '@countersign/contract/activity-kinds.ts'
import { AppError, type FieldProblem } from '@countersign/contract/error/errors.ts'
import { NETWORKS_MAX, RPC_RETRY_AFTER_S } from '@countersign/contract/limits.ts'
import type { Network } from '@countersign/contract/routes/admin/network.ts'
import { recordEvent } from '../audit/record-event.ts'
import type { Acting } from '../call.ts'
import type { Context } from '../context.ts'
import { newId } from '../platform/crypto/id.ts'
import { canonicalUrl, endpointUrlProblem } from '../platform/endpoint-url.ts'
import { invalidField } from '../platform/invalid-field.ts'
import type { Queries } from '../platform/store/database.ts'
import { sealUrls } from './configured-networks.ts'
import { probeEndpoint, readNetwork } from './list-networks.ts'
import type { NetworkRecord } from './network.store.ts'
import * as store from './network.store.ts'
import { WrongChain } from './rpc/failure.ts'
import type { Nodes } from './rpc/nodes.ts'

/** Ends what was proven through earlier endpoints of a chain. */
export type InvalidateProofs = (queries: Queries, chainId: number) => Promise<void>

type NewNetwork = { chainId: number; name: string; urls: string[]; invalidateProofs: InvalidateProofs }

export async function createNetwork(context: Context, by: Acting, network: NewNetwork): Promise<Network> {
  const { chainId, name, invalidateProofs } = network
  const urls = readUrls(network.urls)
  await requireCapacity(context, chainId)
  await requireReachable(context.networks.nodes, chainId, urls)
  const id = newId(context, 'net')
  const record = { id, chainId, name, urls: sealUrls(context, id, urls), enabled: true, version: 1 }
  await by.transaction(async (queries) => {
    if (!(await store.insertNetwork(queries, { ...record, now: context.now() }))) throw new AppError('network_exists')
    await recordChange(context, queries, { kind: 'network.created', by, network: record })
    await invalidateProofs(queries, chainId)
  })
  context.networks.invalidate()
  return readNetwork(context, id)
}

type Change = { name?: string | undefined; urls?: string[] | undefined; enabled?: boolean | undefined }
type Target = { id: string; change: Change; invalidateProofs: InvalidateProofs }

/** Endpoints are probed before the transaction, which must not wait for the network. */
export async function changeNetwork(
  context: Context,
  by: Acting,
  { id, change, invalidateProofs }: Target,
): Promise<Network> {
  const stored = await findEditable(context, id)
  if (stored.version !== by.version) throw new AppError('version_conflict')
  const urls = change.urls && readUrls(change.urls)
  if (urls) await requireReachable(context.networks.nodes, stored.chainId, urls)
  await by.transaction(async (queries) => {
    const current = await lock(queries, id, by.version)
    const next = {
      ...current,
      name: change.name ?? current.name,
      enabled: change.enabled ?? current.enabled,
      urls: urls ? sealUrls(context, id, urls) : current.urls,
    }
    const fields = (['name', 'urls', 'enabled'] as const).filter((field) => current[field] !== next[field])
    if (fields.length === 0) return
    await store.updateNetwork(queries, { ...next, version: current.version + 1, now: context.now() })
    await recordChange(context, queries, { kind: 'network.updated', by, network: next, fields: fields.join(' ') })
    if (urls) await invalidateProofs(queries, current.chainId)
  })
  context.networks.invalidate()
  return readNetwork(context, id)
}

export async function deleteNetwork(context: Context, by: Acting, id: string): Promise<void> {
  await findEditable(context, id)
  await by.transaction(async (queries) => {
    const current = await lock(queries, id, by.version)
    await store.removeNetwork(queries, id)
    await recordChange(context, queries, { kind: 'network.removed', by, network: current })
  })
  context.networks.invalidate()
}

async function requireCapacity(context: Context, chainId: number): Promise<void> {
  if (context.config.networks.some((network) => network.chainId === chainId)) throw new AppError('network_exists')
  const records = await store.findNetworks(context.store, NETWORKS_MAX)
  if (records.some((record) => record.chainId === chainId)) throw new AppError('network_exists')
  if (records.length >= NETWORKS_MAX) throw invalidField('/chainId', 'too_many_networks')
}

async function findEditable(context: Context, id: string): Promise<{ chainId: number; version: number }> {
  const fromEnvironment = context.config.networks.find(({ chainId }) => id === `env_${chainId}`)
  if (fromEnvironment)
    throw new AppError('forbidden', {
      detail: `This network is set by RPC_${fromEnvironment.chainId} in the environment and can only be changed there.`,
    })
  const found = (await store.findNetworks(context.store, NETWORKS_MAX)).find((record) => record.id === id)
  if (!found) throw new AppError('not_found')
  return found
}

async function lock(queries: Queries, id: string, version: number): Promise<NetworkRecord> {
  const current = await store.lockNetwork(queries, id)
  if (!current) throw new AppError('not_found')
  if (current.version !== version) throw new AppError('version_conflict')
  return current
}

type NetworkEvent = { kind: ActivityKind; by: Acting; network: NetworkRecord; fields?: string }

/** Never with the URL of an endpoint, which may contain a key. */
function recordChange(context: Context, queries: Queries, { kind, by, network, fields }: NetworkEvent): Promise<void> {
  const data = { chainId: network.chainId, name: network.name, ...(fields === undefined ? {} : { fields }) }
  return recordEvent(context, queries, { kind, ...by, data })
}

function readUrls(given: string[]): string[] {
  const urls = given.map((url) => (endpointUrlProblem(url) ? '' : canonicalUrl(url)))
  const fields = urls.flatMap((url, index) => {
    const code = endpointUrlProblem(given[index] ?? '') ?? (urls.indexOf(url) < index ? 'given_twice' : undefined)
    return code === undefined ? [] : [{ path: `/urls/${index}`, code }]
  })
  if (fields.length > 0) throw new AppError('invalid_body', { fields })
  return urls
}

async function requireReachable(nodes: Nodes, chainId: number, urls: string[]): Promise<void> {
  const failures = await Promise.all(urls.map((url) => probeEndpoint(nodes, { chainId, url })))
  const detail = failures
    .flatMap((failure, index) => (failure ? [`Endpoint ${index + 1}: ${failure.problem}`] : []))
    .join(' ')
  const at = (index: number, code: string): FieldProblem => ({ path: `/urls/${index}`, code })
  const wrong = failures.flatMap((failure, index) => (failure instanceof WrongChain ? [at(index, 'wrong_chain')] : []))
  if (wrong.length > 0) throw new AppError('network_wrong_chain', { detail, fields: wrong })
  const silent = failures.flatMap((failure, index) => (failure ? [at(index, 'no_answer')] : []))
  if (silent.length > 0)
    throw new AppError('rpc_unavailable', { detail, fields: silent, retryAfter: RPC_RETRY_AFTER_S })
}
