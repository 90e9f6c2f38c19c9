import {
  RATE_READS_PER_SESSION,
  RATE_SESSIONS_PER_ADDRESS,
  RATE_WRITES_PER_SESSION,
} from '@countersign/contract/limits.ts'
import type { BodyOf } from '@countersign/contract/route.ts'
import { createSession, deleteSession, getSession, touchSession } from '@countersign/contract/routes/session.ts'
import { restoreAndPromote } from '../accounts/person/restore-and-promote.ts'
import { identify } from '../accounts/wallet/identify-wallet.ts'
import { recordRefusal } from '../audit/record-event.ts'
import type { Context } from '../context.ts'
import { endpoint } from '../platform/http/endpoint.ts'
import type { Exchange } from '../platform/http/exchange.ts'
import { bindBrowser, browserOf } from '../platform/http/exchange.ts'
import { takeRate } from '../platform/http/request/client-ip.ts'
import { readSignedMessage } from '../proof/challenge/challenge.ts'
import { verifySignedMessage } from '../proof/challenge/verify-signed-message.ts'
import {
  answerStarted,
  currentSession,
  ifSignedOut,
  readSignInContext,
  repeatIfLost,
  type SignInContext,
} from './browser-session.ts'
import { signOut } from './end-session.ts'
import { revalidateInBackground } from './revalidate-contract-wallet.ts'
import { extendSession, keepSessionAlive, presentSession } from './session.ts'
import { admit, checkRules } from './start/admission.ts'
import { type Started, startSession } from './start/start-session.ts'

export const sessionRoutes = (context: Context) => [
  endpoint(getSession, async (exchange) => {
    bindBrowser(context, exchange)
    const session = await currentSession(context, exchange)
    context.rates.take(`read:${session.id}`, RATE_READS_PER_SESSION)
    keepSessionAlive(context, session, exchange)
    revalidateInBackground(context, session)
    return presentSession(session)
  }),

  endpoint(createSession, async (exchange, body) => {
    takeRate(context, 'session', exchange.ip, RATE_SESSIONS_PER_ADDRESS)
    const signInContext = await readSignInContext(context, exchange)
    try {
      const started = await signIn(context, exchange, body, signInContext)
      return answerStarted(context, exchange, started, { cookie: signInContext.cookie, returnTo: body.returnTo })
    } catch (error) {
      recordRefusal(context, error, { kind: 'sign_in.refused', source: signInContext.source })
      throw error
    }
  }),

  endpoint(touchSession, async (exchange) => {
    const session = await currentSession(context, exchange)
    context.rates.take(`write:${session.id}`, RATE_WRITES_PER_SESSION)
    revalidateInBackground(context, session)
    await extendSession(context, session, exchange.ip)
    return undefined
  }),

  endpoint(deleteSession, async (exchange) => {
    const session = await currentSession(context, exchange).catch(ifSignedOut)
    if (session) {
      await signOut(context, { session, source: exchange.source })
      context.log.info('signed out', { traceId: exchange.traceId, sessionId: session.id, personId: session.person.id })
    }
    // After the session ended: until then the browser needs its cookie to retry.
    exchange.cookies.clear('session')
    return undefined
  }),
]

async function signIn(
  context: Context,
  exchange: Exchange,
  { proof, keep, invite, keepAccount }: BodyOf<typeof createSession>,
  signInContext: SignInContext,
): Promise<Started> {
  const { instance, network } = signInContext
  const signed = await readSignedMessage(context, { proof, purpose: 'sign_in', browser: browserOf(exchange) })
  try {
    const verified = await verifySignedMessage(context, { signed, network })
    const byRule = instance.registration === 'groups' && invite === undefined
    const rules = byRule ? await checkRules(context, { verified, groupIds: instance.registrationGroupIds }) : undefined
    return await startSession(context, {
      ...signInContext,
      verified,
      proof,
      keep,
      identify: async (queries, person) => {
        const signUp = () => admit(context, queries, { account: person.account, instance, invite, rules })
        const identity = await identify(context, queries, { ...person, via: 'sign_in' }, signUp)
        if (identity.byRule) await rules?.admit(queries, identity.person)
        return restoreAndPromote(context, queries, { identity, keepAccount: keepAccount === true })
      },
    }).catch(rules?.explain)
  } catch (error) {
    return repeatIfLost(context, exchange, error, () => signed)
  }
}
