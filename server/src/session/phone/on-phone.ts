/** What the phone does with a request: it looks at it, proves that it is beside the computer, and signs or declines. */

import { AppError } from '@countersign/contract/error/errors.ts'
import { PHONE_DEVICE_AGE_MS, PHONE_NETWORKS_MAX } from '@countersign/contract/limits/phone-limits.ts'
import { isOver } from '@countersign/contract/phone-state.ts'
import type { Proof } from '@countersign/contract/proof.ts'
import type { Purpose } from '@countersign/contract/routes/challenge.ts'
import { findPerson, type Person } from '../../accounts/person/person.ts'
import { isListedOwner } from '../../accounts/person/restore-and-promote.ts'
import { findLinkedWallet, requireTrustedWallet, type WalletRecord } from '../../accounts/wallet/wallet.ts'
import { type RequestSource, recordEvent } from '../../audit/record-event.ts'
import type { Context } from '../../context.ts'
import { isSameNetwork, truncateIp } from '../../platform/ip-address.ts'
import type { Queries } from '../../platform/store/database.ts'
import { readPhoneMessage } from '../../proof/challenge/challenge.ts'
import type { BoundChallenge } from '../../proof/challenge/challenge-token.ts'
import { type VerifiedMessage, verifySignedMessage } from '../../proof/challenge/verify-signed-message.ts'
import { lockRequest, type PhoneRequestRecord, updateRequest } from '../../proof/phone/phone-request.store.ts'
import { requireDeviceAllowed, requirePhoneOn, requireRoleAllowed } from '../../proof/phone/phone-rules.ts'
import { type Instance, readInstance } from '../../settings/read-settings.ts'
import { findDeviceSince } from '../devices/device.store.ts'
import { challengeOf } from './computer.ts'
import { equalText, numberOf } from './secrets.ts'
import { approvedUntil, openUntil, requireState, stateOf } from './states.ts'

/** The phone that calls: `binding` is that of its browser, `network` the subnet that rate limits count. */
export type OnPhone = { id: string; binding: string; source: RequestSource; network: string }

type Outcome = PhoneRequestRecord | AppError

/** Of a locked request. An error that it returns is thrown after the commit, and one that it throws undoes everything. */
async function onRequest(
  context: Context,
  { id, binding }: OnPhone,
  work: (queries: Queries, request: PhoneRequestRecord) => Promise<Outcome>,
): Promise<PhoneRequestRecord> {
  const outcome = await context.store.transaction(async (queries) => {
    const request = await lockRequest(queries, id)
    if (!request) throw new AppError('phone_code_unknown')
    if (request.phone !== null && request.phone !== binding) throw new AppError('phone_used')
    return work(queries, request)
  })
  if (outcome instanceof AppError) throw outcome
  return outcome
}

/** Also for a phone that has typed the number, and was reloaded. */
export async function openRequest(context: Context, phone: OnPhone): Promise<PhoneRequestRecord> {
  requirePhoneOn(await readInstance(context))
  return onRequest(context, phone, async (queries, request) => {
    requireState(request, context.now(), 'created', 'opened', 'matched', 'approved', 'completed')
    // From then on it is opened by one browser only.
    if (request.phone !== null) return request
    const networks = await countNetwork(context, queries, { request, phone })
    if (networks instanceof AppError) return networks
    const opened: PhoneRequestRecord =
      request.state === 'created'
        ? { ...request, networks, state: 'opened', expiresAt: openUntil(request.createdAt) }
        : { ...request, networks }
    await updateRequest(queries, opened)
    return opened
  })
}

type Visit = { request: PhoneRequestRecord; phone: OnPhone }

/** A link that was passed on is opened from many. */
async function countNetwork(
  context: Context,
  queries: Queries,
  { request, phone }: Visit,
): Promise<string[] | AppError> {
  const networks = [...new Set([...request.networks, truncateIp(phone.source.ip)])]
  if (networks.length <= PHONE_NETWORKS_MAX) return networks
  await updateRequest(queries, { ...request, state: 'networks_exceeded', networks })
  await recordDecline(context, queries, { request, phone, kind: 'phone.canceled' })
  return new AppError('phone_networks_exceeded')
}

/** One try: a wrong number means that the person looks at another screen than the one that asks. */
export async function matchRequest(context: Context, phone: OnPhone, number: string): Promise<PhoneRequestRecord> {
  requirePhoneOn(await readInstance(context))
  return onRequest(context, phone, async (queries, found) => {
    requireState(found, context.now(), 'opened', 'matched')
    const networks =
      found.phone === null ? await countNetwork(context, queries, { request: found, phone }) : found.networks
    if (networks instanceof AppError) return networks
    if (!equalText(number, numberOf(context, found.id))) {
      await updateRequest(queries, { ...found, state: 'declined' })
      await recordDecline(context, queries, { request: found, phone, kind: 'phone.declined', data: { by: 'number' } })
      return new AppError('phone_number_wrong')
    }
    const matched: PhoneRequestRecord = { ...found, networks, state: 'matched', phone: phone.binding }
    await updateRequest(queries, matched)
    return matched
  })
}

/** The signature is checked before the transaction, because that may ask a node. */
export async function approveRequest(context: Context, phone: OnPhone, proof: Proof): Promise<PhoneRequestRecord> {
  const instance = await readInstance(context)
  requirePhoneOn(instance)
  const seen = await onRequest(context, phone, async (_, request) => requireMatched(context, request))
  const challenge = challengeOf(context, seen)
  const signed = await readPhoneMessage(context, proof, challenge)
  const verified = await verifySignedMessage(context, { signed, network: phone.network })
  const stored = JSON.stringify(proof)
  return onRequest(context, phone, async (queries, found) => {
    const request = requireMatched(context, found)
    // The answer to the first was lost.
    if (request.state === 'approved' && request.proof === stored) return request
    requireState(request, context.now(), 'matched')
    const person = await findSigner(context, queries, { challenge, verified, instance })
    const trusted = await isTrusted(context, queries, { request, person })
    requireDeviceAllowed(instance, trusted)
    // A new wallet says nothing about who is beside the computer.
    const direct = trusted && challenge.purpose !== 'link_wallet' && isSameNetwork(request.ip, phone.source.ip)
    const personId = person?.id ?? null
    const now = context.now()
    const approved: PhoneRequestRecord = {
      ...{ ...request, state: 'approved', proof: stored, personId, trusted, direct, expiresAt: approvedUntil(now) },
    }
    await updateRequest(queries, approved)
    return approved
  })
}

function requireMatched(context: Context, request: PhoneRequestRecord): PhoneRequestRecord {
  requireState(request, context.now(), 'matched', 'approved')
  return request
}

type Signing = { challenge: BoundChallenge; verified: VerifiedMessage; instance: Instance }

/** Who will be signed in, or who confirms; nobody for a new wallet. */
async function findSigner(
  context: Context,
  queries: Queries,
  { challenge: { purpose, holder }, verified: { account }, instance }: Signing,
): Promise<Person | undefined> {
  const wallet = await findLinkedWallet(context, queries, account)
  const personId = holder?.split(' ')[1] ?? wallet?.personId
  requireUse(context, { purpose, wallet, personId })
  const person = personId === undefined ? undefined : await findPerson(queries, personId)
  if (person?.status === 'suspended') throw new AppError('person_suspended')
  requireRoleAllowed(instance, isListedOwner(context, account) ? 'owner' : (person?.role ?? 'member'))
  return person
}

type Use = { purpose: Purpose; wallet: WalletRecord | undefined; personId: string | undefined }

/** What the computer would be refused, said where the wallet is. */
function requireUse(context: Context, { purpose, wallet, personId }: Use): void {
  if (purpose === 'sign_in') return
  const isOwn = wallet !== undefined && wallet.personId === personId
  if (purpose === 'step_up') {
    if (!isOwn) throw new AppError('wallet_not_yours')
    requireTrustedWallet(context, wallet)
  } else if (wallet) {
    throw new AppError(isOwn && purpose === 'link_wallet' ? 'wallet_already_yours' : 'wallet_in_use')
  }
}

type Trust = { request: PhoneRequestRecord; person: Person | undefined }

/** Not on the day that it was first used, so that a sign-in by an attacker doesn't make the next one easier. */
async function isTrusted(
  { now }: Context,
  queries: Queries,
  { request: { deviceHash }, person }: Trust,
): Promise<boolean> {
  if (!person || !deviceHash) return false
  const firstSeenBefore = now() - PHONE_DEVICE_AGE_MS
  const known = await findDeviceSince(queries, { personId: person.id, cookieHash: deviceHash, firstSeenBefore })
  return known !== undefined
}

export async function declineRequest(context: Context, phone: OnPhone): Promise<void> {
  await onRequest(context, phone, async (queries, request) => {
    if (isOver(stateOf(request, context.now()))) return request
    const declined: PhoneRequestRecord = { ...request, state: 'declined', proof: null }
    await updateRequest(queries, declined)
    await recordDecline(context, queries, { request, phone, kind: 'phone.declined', data: { by: 'person' } })
    return declined
  })
}

type Decline = {
  request: PhoneRequestRecord
  phone: OnPhone
  kind: 'phone.declined' | 'phone.canceled'
  data?: { by: string }
}

/** Of a person who is signed in on the computer; of a sign-in nobody knows yet whose it would have been. */
function recordDecline(context: Context, queries: Queries, { request, phone, kind, data }: Decline): Promise<void> {
  const personId = challengeOf(context, request).holder?.split(' ')[1]
  return recordEvent(context, queries, {
    ...{ kind, outcome: 'refused', personId, source: phone.source },
    ...(data ? { data } : {}),
  })
}
