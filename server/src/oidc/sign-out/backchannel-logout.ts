/** Back-channel logout: notifies apps when a session ends, however and on whatever node it ended. */

import { LOGOUT_RETRIES_MS, LOGOUT_TIMEOUT_MS } from '@countersign/contract/limits/app-limits.ts'
import { recordEvent } from '../../audit/record-event.ts'
import type { Context } from '../../context.ts'
import { runEvery } from '../../platform/run-every.ts'
import { grantIdFor } from '../adapters/grant-id.ts'
import { removeItemsByGrantPrefix } from '../adapters/oidc-item.store.ts'
import type { EndedSessionApp } from '../adapters/session-app.store.ts'
import * as store from '../adapters/session-app.store.ts'
import type { Oidc } from '../provider/provider.ts'

const EVERY_MS = 1000
/** Expired sessions are less urgent than those that someone ended. */
const ALL_EVERY_MS = 60_000
/** The clock of another node may be behind ours. */
const CLOCK_SKEW_MS = 60_000
const MOST_PER_APP = 100

export function startBackchannelLogout(context: Context, oidc: Oidc): () => Promise<void> {
  const sender = createLogoutSender(context, oidc)
  let allAt = Number.NEGATIVE_INFINITY
  const run = async () => {
    const all = context.now() - allAt >= ALL_EVERY_MS
    if (all) allAt = context.now()
    await sender.send({ all })
  }
  const stop = runEvery(EVERY_MS, run, (error) =>
    context.log.warn('could not find due back-channel logouts', { reason: String(error) }),
  )
  return async () => {
    await stop()
    await sender.settled()
  }
}

export async function sendDueLogouts(context: Context, oidc: Oidc, { all = false } = {}): Promise<void> {
  const sender = createLogoutSender(context, oidc)
  await sender.send({ all })
  await sender.settled()
}

/** An app that does not respond delays only itself. */
export function createLogoutSender(context: Context, oidc: Oidc) {
  const busy = new Map<string, Promise<unknown>>()
  return {
    async send({ all = false } = {}): Promise<void> {
      const now = context.now()
      const due = await store.findDueLogouts(context.store, {
        from: now - CLOCK_SKEW_MS,
        now,
        mostPerApp: MOST_PER_APP,
      })
      if (all) due.push(...(await store.findExpiredLogouts(context.store, { now, mostPerApp: MOST_PER_APP })))
      for (const [appId, ended] of Map.groupBy(due, (each) => each.appId)) {
        if (busy.has(appId)) continue
        const sending = Promise.all(ended.map((each) => sendLogout(context, oidc, each)))
          .catch((error) => context.log.warn('could not notify an app of a sign-out', { appId, reason: String(error) }))
          .finally(() => busy.delete(appId))
        busy.set(appId, sending)
      }
    },
    settled: () => Promise.all(busy.values()),
  }
}

async function sendLogout(context: Context, oidc: Oidc, ended: EndedSessionApp): Promise<void> {
  if (!ended.hasLogoutUri) return remove(context, ended)
  const { tries } = ended
  // Should this node stop now, another one takes over at `nextAt`.
  const nextAt = context.now() + (LOGOUT_RETRIES_MS[tries] ?? 2 * LOGOUT_TIMEOUT_MS)
  if (tries > LOGOUT_RETRIES_MS.length || !(await store.claimLogout(context.store, { ...ended, nextAt }))) return
  try {
    await postLogoutToken(oidc, ended)
  } catch (error) {
    const reason = String(error)
    context.log.info('an app did not accept a back-channel logout', { app: ended.appId, tries: tries + 1, reason })
    if (tries === LOGOUT_RETRIES_MS.length) await giveUp(context, ended)
    return
  }
  await remove(context, ended)
}

type LogoutClient = { backchannelLogoutUri?: string; backchannelLogout(personId: string, sid: string): Promise<void> }

/** A disabled or deleted app is not notified. */
async function postLogoutToken(oidc: Oidc, { clientId, personId, sid }: EndedSessionApp): Promise<void> {
  const { Client } = await oidc.provider()
  const client = (await Client.find(clientId)) as LogoutClient | undefined // its types omit the method
  if (client?.backchannelLogoutUri) await client.backchannelLogout(personId, sid)
}

function remove(context: Context, ended: EndedSessionApp): Promise<void> {
  return context.store.transaction(async (queries) => {
    await store.removeSessionApp(queries, ended)
    await removeItemsByGrantPrefix(queries, grantIdFor(ended.sessionId, ended.appId))
  })
}

async function giveUp(context: Context, ended: EndedSessionApp): Promise<void> {
  await remove(context, ended)
  await recordEvent(context, context.store, {
    kind: 'oidc.logout_failed',
    outcome: 'refused',
    by: 'system',
    personId: ended.personId,
    data: { app: ended.appName, appId: ended.appId, tries: LOGOUT_RETRIES_MS.length + 1 },
  })
}
