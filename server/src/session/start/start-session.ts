import { AppError } from '@countersign/contract/error/errors.ts'
import { type Account, formatAccount } from '@countersign/contract/family/account.ts'
import { PHONE_SESSION_MAX_MS } from '@countersign/contract/limits/phone-limits.ts'
import { DEVICES_PER_PERSON, SESSION_TOKEN_BYTES, SESSIONS_PER_PERSON } from '@countersign/contract/limits.ts'
import type { Proof } from '@countersign/contract/proof.ts'
import { removeRequestsOf } from '../../accounts/access-request/access-request.ts'
import { joinInvitedGroups } from '../../accounts/group/members.ts'
import { addNotice } from '../../accounts/notice/notice.ts'
import { markPersonSeen } from '../../accounts/person/person-state.store.ts'
import { isListedOwner } from '../../accounts/person/restore-and-promote.ts'
import type { Identity } from '../../accounts/wallet/identify-wallet.ts'
import { walletLabel } from '../../accounts/wallet/wallet.ts'
import { type AuditEvent, type RequestSource, recordEvents } from '../../audit/record-event.ts'
import type { Context } from '../../context.ts'
import { sha256 } from '../../platform/crypto/hash.ts'
import { newId, newToken } from '../../platform/crypto/id.ts'
import { truncateIp } from '../../platform/ip-address.ts'
import type { Queries } from '../../platform/store/database.ts'
import { retryOnConflict, runTogether } from '../../platform/store/database.ts'
import { addSetting } from '../../platform/store/setting.ts'
import type { SignedMessage } from '../../proof/challenge/challenge.ts'
import { findSpentByProof, spendChallenge } from '../../proof/challenge/spend-challenge.ts'
import type { VerifiedMessage } from '../../proof/challenge/verify-signed-message.ts'
import type { PhoneRequestRecord } from '../../proof/phone/phone-request.ts'
import { requireRoleAllowed } from '../../proof/phone/phone-rules.ts'
import type { Instance } from '../../settings/read-settings.ts'
import { findDevice, insertDevice, markDeviceSeen, removeDevicesBeyond } from '../devices/device.store.ts'
import { storeContractProof } from '../revalidate-contract-wallet.ts'
import * as store from '../session.store.ts'
import { idleEnd } from '../session.ts'
import type { SessionRecord } from '../session-record.ts'

export type Started = { session: SessionRecord; token: string; created: boolean }

export type Proven = { account: Account; label: { name: string | null; rdns: string | null } }

/** `fresh`: created for this sign-in. */
export type DeviceCookie = { value: string; fresh: boolean }

export type Start = {
  verified: VerifiedMessage
  proof: Proof
  keep: boolean
  source: RequestSource
  cookie: DeviceCookie
  instance: Instance
  /** The browser's previous session, which this one replaces. */
  replaces: string | undefined
  /** Finds or creates the person, in the same transaction. */
  identify: (queries: Queries, proven: Proven, sessionId: string) => Promise<Identity>
}

export function startSession(context: Context, start: Start): Promise<Started> {
  const sessionId = newId(context, 'ses')
  const { verified, proof, instance } = start
  const { account, signed } = verified
  const { purpose } = signed.challenge
  return retryOnConflict(() =>
    context.store.transaction(
      async (queries) => {
        const phone = await spendChallenge(context, queries, { verified, sessionId })
        if (purpose !== 'setup') requireSetupDone(context, instance, account)
        const identity = await start.identify(queries, { account, label: walletLabel(proof.wallet) }, sessionId)
        if (identity.person.status === 'suspended') throw new AppError('person_suspended')
        if (identity.person.status !== 'active') throw new AppError('person_deleting')
        if (phone) requireRoleAllowed(instance, identity.person.role)
        if (!instance.hasOwner) await markFirstOwner(context, queries, identity.person)
        return openSession(context, queries, start, {
          identity,
          sessionId,
          phone: phone ? trustOf(phone, identity) : null,
        })
      },
      // Recovery counts its tries, and signing in has no effect but its queries.
      { repeatable: purpose === 'sign_in' },
    ),
  )
}

/** `instance` may be older than the owner: its registration setting is too, so the sign-in is refused all the same. */
export function requireSetupDone(context: Context, { hasOwner }: Pick<Instance, 'hasOwner'>, account: Account): void {
  if (!hasOwner && !isListedOwner(context, account)) throw new AppError('setup_required')
}

/** The same proof again, because its response was lost: the same session with a new token. */
export async function repeatSession(context: Context, signed: SignedMessage): Promise<Started> {
  return context.store.transaction(async (queries) => {
    const spent = await findSpentByProof(context, queries, signed)
    const session = spent && (await store.findSessionById(queries, spent.sessionId))
    if (!session || session.ended) throw new AppError('challenge_used')
    if (session.person.status === 'suspended') throw new AppError('person_suspended')
    const token = newToken(context, SESSION_TOKEN_BYTES)
    await store.reissueToken(queries, { id: session.id, next: sha256(token), now: context.now() })
    return { session, token, created: false }
  })
}

/** An owner named by `OWNER_WALLETS` makes a setup unnecessary. */
async function markFirstOwner(context: Context, queries: Queries, { id, role }: Identity['person']): Promise<void> {
  if (role === 'owner') await addSetting(queries, 'owner', id, context.now())
}

const NOTHING = Promise.resolve()

type SignedIn = { identity: Identity; sessionId: string } & Pick<SessionRecord, 'phone'>

/** Digits may have been typed for someone else, on whatever device. */
function trustOf({ direct, personId }: PhoneRequestRecord, { person }: Identity): SessionRecord['phone'] {
  return direct && personId === person.id ? 'trusted' : 'untrusted'
}

async function openSession(
  context: Context,
  queries: Queries,
  { verified: { contract }, keep, source, cookie, instance, replaces }: Start,
  { identity, sessionId, phone }: SignedIn,
): Promise<Started> {
  const { person, wallet, created } = identity
  const now = context.now()
  const token = newToken(context, SESSION_TOKEN_BYTES)
  const expiresAt = now + lifetimeOf(instance, { keep, phone })
  const device = await recognizeDevice(context, queries, { personId: person.id, cookie, source, created })
  const started = { id: sessionId, tokenHash: sha256(token), kept: keep, device: source.device, phone, expiresAt }
  const session = newSession({ ...started, identity, now, instance })
  const ids = { personId: person.id, walletId: wallet.id, deviceId: device.id }
  const signIn = { identity, sessionId, phone, source, knownDevice: device.known }
  await runTogether(
    device.saved,
    replaces ? store.endSession(queries, { id: replaces, at: now, reason: 'replaced' }) : NOTHING,
    store.insertSession(queries, { ...session, ...ids, ip: source.ip }),
    contract ? storeContractProof(context, queries, sessionId, contract) : NOTHING,
    created ? NOTHING : limitPerson(queries, person.id, now),
    recordSignIn(context, queries, signIn),
    created
      ? // A person with an account has no sign-up request.
        removeRequestsOf(queries, formatAccount(wallet))
      : markSeen(context, queries, signIn),
  )
  return { session, token, created }
}

function lifetimeOf(
  { sessionMaxMs, sessionNotKeptMs }: Instance,
  { keep, phone }: Pick<SessionRecord, 'phone'> & { keep: boolean },
): number {
  const lifetime = keep ? sessionMaxMs : Math.min(sessionNotKeptMs, sessionMaxMs)
  return phone === 'untrusted' ? Math.min(lifetime, PHONE_SESSION_MAX_MS) : lifetime
}

type Recognition = { personId: string; cookie: DeviceCookie; source: RequestSource; created: boolean }

/** `saved` ends when the device is stored as seen. */
async function recognizeDevice(
  context: Context,
  queries: Queries,
  { personId, cookie, source, created }: Recognition,
): Promise<{ id: string; known: boolean; saved: Promise<unknown> }> {
  const cookieHash = sha256(cookie.value)
  const seen = { label: source.device, ip: truncateIp(source.ip), now: context.now() }
  const knownId = cookie.fresh || created ? undefined : await findDevice(queries, { personId, cookieHash })
  if (knownId !== undefined)
    return { id: knownId, known: true, saved: markDeviceSeen(queries, { id: knownId, ...seen }) }
  const id = newId(context, 'dev')
  return { id, known: false, saved: insertDevice(queries, { id, personId, cookieHash, ...seen }) }
}

type NewSession = Pick<SessionRecord, 'id' | 'tokenHash' | 'kept' | 'device' | 'phone' | 'expiresAt'> & {
  identity: Identity
  now: number
  instance: Instance
}

function newSession({ identity, now, instance, ...started }: NewSession): SessionRecord {
  return {
    ...started,
    person: identity.person,
    wallet: { ...identity.wallet, removeAt: null },
    retiredToken: false,
    signedAt: null,
    adminUntil: null,
    createdAt: now,
    lastSeenAt: now,
    idleExpiresAt: idleEnd(instance, started, now),
    ended: undefined,
  }
}

/** Ends the oldest sessions and forgets the devices that were not used for longest. */
async function limitPerson(queries: Queries, personId: string, now: number): Promise<void> {
  const { sessions = 0, devices = 0 } = (await store.countOf(queries, { personId })) ?? {}
  if (sessions > SESSIONS_PER_PERSON)
    await store.endSessionsBeyond(queries, { personId, limit: SESSIONS_PER_PERSON, now })
  if (devices > DEVICES_PER_PERSON) await removeDevicesBeyond(queries, { personId, limit: DEVICES_PER_PERSON })
}

type SignIn = SignedIn & { source: RequestSource; knownDevice: boolean }

/** A sign-in on an unknown device is a notice, too, and with a phone on any that is not trusted. */
function markSeen(
  context: Context,
  queries: Queries,
  { identity, sessionId, phone, source, knownDevice }: SignIn,
): Promise<unknown> {
  const { person, wallet } = identity
  const { id: personId } = person
  if (phone === 'trusted' || (phone === null && knownDevice))
    return markPersonSeen(queries, { id: personId, at: context.now() })
  const kind = phone ? 'phone_sign_in' : 'new_sign_in'
  return addNotice(context, queries, { personId, kind, sessionId, source, wallet, seen: true })
}

async function recordSignIn(
  context: Context,
  queries: Queries,
  { identity, sessionId, phone, source, knownDevice }: SignIn,
): Promise<void> {
  const { person, wallet, created, kept, inviteId, groupIds } = identity
  const by = { actorId: person.id, sessionId, source }
  const about = { actorId: person.id, sessionId, source, personId: person.id, address: wallet.address }
  const events: AuditEvent[] = []
  if (created) events.push({ ...about, kind: 'person.created', data: { role: person.role } })
  if (inviteId !== undefined) events.push({ ...about, kind: 'invite.used', data: { inviteId } })
  if (groupIds) {
    await recordEvents(context, queries, events.splice(0))
    await joinInvitedGroups(context, queries, { by, groupIds, personId: person.id })
  }
  if (kept) events.push({ ...about, kind: 'wallet.removal_cancelled', data: { walletId: wallet.id, by: 'sign_in' } })
  const data = { walletId: wallet.id, wallet: wallet.name, created, knownDevice, ...(phone ? { phone } : {}) }
  events.push({ ...about, kind: 'sign_in.ok', data })
  await recordEvents(context, queries, events)
}
