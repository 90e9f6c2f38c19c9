import { AppError } from '@countersign/contract/error/errors.ts'
import { formatAccount } from '@countersign/contract/family/account.ts'
import { RATE_REQUESTS_PER_PERSON, SIGN_UP_REQUESTS_MAX } from '@countersign/contract/limits/access-request-limits.ts'
import type { RequestState } from '@countersign/contract/routes/access-request.ts'
import { countOpenRequests, insertRequest } from '../../accounts/access-request/access-request.store.ts'
import { findRequestState, type RequestKey, SITE } from '../../accounts/access-request/access-request.ts'
import { findWallet } from '../../accounts/wallet/wallet.ts'
import { lockApp } from '../../apps/app.ts'
import { type AuditEvent, type RequestSource, recordEvent } from '../../audit/record-event.ts'
import type { Context } from '../../context.ts'
import { lockHost } from '../../forward-auth/hosts/find-host.ts'
import { newId } from '../../platform/crypto/id.ts'
import type { Queries } from '../../platform/store/database.ts'
import type { SignedMessage } from '../../proof/challenge/challenge.ts'
import { spendChallenge } from '../../proof/challenge/spend-challenge.ts'
import { verifySignedMessage } from '../../proof/challenge/verify-signed-message.ts'
import { checkAllAccess } from '../../rules/membership.ts'
import { lockSession } from '../../session/lock-session.ts'
import type { SessionRecord } from '../../session/session-record.ts'
import { requireSetupDone } from '../../session/start/start-session.ts'
import { readInstance } from '../../settings/read-settings.ts'
import { eventDataOf, findTarget, type Target } from './target.ts'

type SignUp = { signed: SignedMessage; network: string; source: RequestSource; message: string | undefined }

/** Uses the proof of the rejected sign-in, whose challenge is still unspent. */
export async function requestSignUp(context: Context, signUp: SignUp): Promise<RequestState> {
  const { source, message } = signUp
  const instance = await readInstance(context)
  const { registration } = instance
  const verified = await verifySignedMessage(context, signUp)
  const { account } = verified
  return context.store.transaction(async (queries) => {
    const id = newId(context, 'req')
    await spendChallenge(context, queries, { verified, sessionId: id })
    requireSetupDone(context, instance, account)
    if ((await findWallet(queries, account)) || registration === 'open') throw new AppError('request_not_needed')
    if (registration === 'closed') throw new AppError('registration_closed')
    if ((await countOpenRequests(queries, SITE)) >= SIGN_UP_REQUESTS_MAX)
      throw new AppError('rate_limited', { retryAfter: 3600 })
    const key = { subject: formatAccount(account), object: SITE }
    return openRequest(context, queries, { ...key, id, message, event: { address: account.address, source } })
  })
}

type AccessQuery = {
  session: SessionRecord
  source: RequestSource
  clientId?: string | undefined
  host?: string | undefined
  message?: string | undefined
}

export async function requestAccess(context: Context, query: AccessQuery): Promise<RequestState> {
  const { session, source, message } = query
  const target = await findTarget(context, query)
  const { outcome } = await checkAllAccess(context, target.rules, session.person.id)
  if (outcome === 'yes') throw new AppError('request_not_needed')
  return context.store.transaction(async (queries) => {
    const { id: sessionId, person } = await lockSession(context, queries, session)
    await lockTarget(queries, target)
    const event = { actorId: person.id, personId: person.id, sessionId, source }
    const key = { subject: person.id, object: target.id }
    return openRequest(context, queries, { ...key, id: newId(context, 'req'), message, event })
  })
}

async function lockTarget(queries: Queries, { kind, id }: Target): Promise<void> {
  const isActive = kind === 'app' ? (await lockApp(queries, id)).status === 'active' : await lockHost(queries, id)
  if (!isActive) throw new AppError('not_found')
}

type NewRequest = RequestKey & { id: string; message: string | undefined; event: Partial<AuditEvent> }

async function openRequest(context: Context, queries: Queries, request: NewRequest): Promise<RequestState> {
  const { id, subject, object, message, event } = request
  const now = context.now()
  const earlier = await findRequestState(queries, { subject, object, now })
  if (earlier?.status === 'declined') throw new AppError('request_declined', { until: earlier.until ?? '' })
  context.rates.take(`access-request of:${subject}`, RATE_REQUESTS_PER_PERSON)
  const opened =
    earlier === undefined && (await insertRequest(queries, { id, subject, object, message: message ?? null, now }))
  if (!opened) throw new AppError('request_open')
  await recordEvent(context, queries, { ...event, kind: 'request.created', data: eventDataOf({ id, object }) })
  return { status: 'open', createdAt: new Date(now).toISOString(), until: null }
}
