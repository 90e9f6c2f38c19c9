/** Vaults: addresses that delegate to a wallet of the person. They count for rules, and cannot sign in. */

import { AppError } from '@countersign/contract/error/errors.ts'
import { RATE_CHECKS_PER_PERSON, VAULT_FRESH_MS, VAULTS_PER_PERSON } from '@countersign/contract/limits/rule-limits.ts'
import type { Vault, VaultNetwork } from '@countersign/contract/routes/vault.ts'
import { type ChainCondition, chainConditionsOf, type RuleOutcome } from '@countersign/contract/rule/rule.ts'
import { findGroupRules } from '../../accounts/group/group-rule.store.ts'
import { markVerdictsDue, suspendVerdicts } from '../../accounts/group/verdict.store.ts'
import { lockPerson } from '../../accounts/person/person.ts'
import { listOwnWallets } from '../../accounts/wallet/wallet.ts'
import { type Actor, recordEvent } from '../../audit/record-event.ts'
import type { Acting } from '../../call.ts'
import type { Context } from '../../context.ts'
import { rpcUnavailable } from '../../networks/rpc/failure.ts'
import { checksumAddress, hasWrongChecksum, isReservedAddress } from '../../platform/crypto/address.ts'
import { newId } from '../../platform/crypto/id.ts'
import { invalidField } from '../../platform/invalid-field.ts'
import type { Queries } from '../../platform/store/database.ts'
import { openRules } from '../open-rules.ts'
import { delegationRead, readDelegation, scopeOf } from './delegation.ts'
import * as store from './vault.store.ts'

type Place = { chainId: number; address: string }

/** Checks delegations again. What cannot be checked is shown as it was. */
export async function listVaults(
  context: Context,
  personId: string,
): Promise<{ items: Vault[]; networks: VaultNetwork[] }> {
  const vaults = await store.findVaults(context.store, personId)
  const stale = vaults.filter(({ checkedAt }) => context.now() - checkedAt >= VAULT_FRESH_MS)
  // What could not be checked stays stale, and a page that is read often must not become a load for nodes.
  const mayCheck = stale.length > 0 && context.rates.tryTake(`vault-list:${personId}`, RATE_CHECKS_PER_PERSON)
  const due = mayCheck ? stale : []
  const checked = await checkAgain(context, { personId, due })
  const items = vaults.map((vault) => presentVault(checked.get(vault.id) ?? vault))
  return { items, networks: await findVaultNetworks(context) }
}

async function findVaultNetworks(context: Context): Promise<VaultNetwork[]> {
  const named = new Set((await findDelegableConditions(context)).map(({ chainId }) => chainId))
  const networks = (await context.networks.all()).filter(({ chainId, enabled }) => enabled && named.has(chainId))
  return networks.map(({ chainId, name }) => ({ chainId, name }))
}

async function checkAgain(
  context: Context,
  { personId, due }: { personId: string; due: readonly store.VaultRecord[] },
): Promise<Map<string, store.VaultRecord>> {
  const outcomes = await findDelegations(context, { personId, places: due })
  const checked = due.flatMap((vault, index) => {
    const outcome = outcomes[index] ?? 'unknown'
    return outcome === 'unknown' ? [] : [{ ...vault, active: outcome === 'yes', checkedAt: context.now() }]
  })
  const changed = checked.filter(({ id, active }) => due.some((vault) => vault.id === id && vault.active !== active))
  if (checked.length > 0)
    await context.store.transaction(async (queries) => {
      await lockPerson(queries, personId)
      for (const vault of checked) await store.updateVault(queries, vault)
      if (changed.some(({ active }) => !active)) await suspendVerdicts(queries, personId)
      else if (changed.length > 0) await markVerdictsDue(queries, personId)
    })
  return new Map(checked.map((vault) => [vault.id, vault]))
}

export async function addVault(
  context: Context,
  { actor, place: typed }: { actor: Acting; place: Place },
): Promise<Vault> {
  const place = { chainId: typed.chainId, address: typed.address.toLowerCase() }
  if (hasWrongChecksum(typed.address)) throw invalidField('/address', 'checksum')
  if (isReservedAddress(place.address)) throw invalidField('/address', 'reserved')
  if (!(await context.chains.has(place.chainId))) throw new AppError('network_not_configured')
  const { actorId: personId } = actor
  const wallets = await listOwnWallets(context, context.store, personId)
  if (wallets.some(({ address }) => address === place.address)) throw invalidField('/address', 'own_wallet')
  await requireRoom(context.store, personId, place)
  const [outcome = 'unknown'] = await findDelegations(context, { personId, places: [place] })
  if (outcome === 'unknown') throw rpcUnavailable()
  if (outcome === 'no') throw new AppError('delegation_missing')
  const vault = { id: newId(context, 'vlt'), personId, ...place, addedAt: context.now() }
  await actor.lockedTransaction(async (queries) => {
    await requireRoom(queries, personId, place)
    if (!(await store.insertVault(queries, vault))) throw new AppError('vault_exists')
    await markVerdictsDue(queries, personId)
    await recordChange(context, queries, { kind: 'vault.added', actor, vault })
  })
  return presentVault({ ...vault, checkedAt: vault.addedAt, active: true })
}

export async function removeVault(context: Context, actor: Acting, id: string): Promise<void> {
  const { actorId: personId } = actor
  await actor.lockedTransaction(async (queries) => {
    const vault = await store.findVault(queries, { id, personId })
    if (!vault || !(await store.removeVault(queries, { id, personId }))) throw new AppError('not_found')
    await suspendVerdicts(queries, personId)
    await recordChange(context, queries, { kind: 'vault.removed', actor, vault })
  })
}

async function requireRoom(queries: Queries, personId: string, { chainId, address }: Place): Promise<void> {
  const vaults = await store.findVaults(queries, personId)
  if (vaults.some((vault) => vault.chainId === chainId && vault.address === address)) throw new AppError('vault_exists')
  if (vaults.length >= VAULTS_PER_PERSON) throw new AppError('vault_limit')
}

type Finding = { personId: string; places: readonly Place[] }

/** Of each place to one of the person's wallets, for everything or for what a rule names, in one read. */
async function findDelegations(context: Context, { personId, places }: Finding) {
  if (places.length === 0) return []
  const wallets = await listOwnWallets(context, context.store, personId)
  const conditions = await findDelegableConditions(context)
  const wanted = places.map(({ chainId, address: vault }) => {
    const here = wallets.filter(
      ({ namespace, chain }) => namespace === 'eip155' && (chain === '0' || chain === String(chainId)),
    )
    const scopes = [{}, ...conditions.filter((condition) => condition.chainId === chainId).map(scopeOf)]
    return here.flatMap(({ address: delegate }) =>
      scopes.map((scope) => delegationRead({ chainId, vault, delegate }, scope)),
    )
  })
  const outcomes = (await openRules(context).readChain(wanted.flat(), context.chains.checkDeadline())).map(
    readDelegation,
  )
  let next = 0
  return wanted.map(({ length }) => {
    next += length
    return anyOf(outcomes.slice(next - length, next))
  })
}

function anyOf(outcomes: readonly RuleOutcome[]): RuleOutcome {
  if (outcomes.includes('yes')) return 'yes'
  return outcomes.includes('unknown') ? 'unknown' : 'no'
}

/** Conditions of rules that count vaults. */
async function findDelegableConditions({ store: database }: Context): Promise<ChainCondition[]> {
  const rules = (await findGroupRules(database)).filter(({ rule }) => rule.delegations)
  return rules.flatMap(({ rule }) => chainConditionsOf(rule))
}

type Change = {
  kind: 'vault.added' | 'vault.removed'
  actor: Actor
  vault: Pick<store.VaultRecord, 'id' | 'chainId' | 'address'>
}

function recordChange(context: Context, queries: Queries, { kind, actor, vault }: Change): Promise<void> {
  const { id: vaultId, chainId, address } = vault
  return recordEvent(context, queries, { kind, ...actor, personId: actor.actorId, address, data: { vaultId, chainId } })
}

function presentVault({ id, chainId, address, addedAt, checkedAt, active }: store.VaultRecord): Vault {
  return {
    ...{ id, chainId, address: checksumAddress(address), active },
    addedAt: new Date(addedAt).toISOString(),
    checkedAt: new Date(checkedAt).toISOString(),
  }
}
