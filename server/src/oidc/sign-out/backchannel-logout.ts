/** Whoever is signed out here is signed out of the apps: each is told, however and on whatever node the session ended. */

import { LOGOUT_RETRIES_MS, LOGOUT_TIMEOUT_MS } from '@countersign/contract/limits/app-limits.ts'
import { recordEvent } from '../../audit/record-event.ts'
import type { Context } from '../../context.ts'
import { grantIdFor } from '../adapters/grant-id.ts'
import { removeItemsByGrantPrefix } from '../adapters/oidc-item.store.ts'
import {
  claimTelling,
  type EndedSessionApp,
  findAllUntold,
  findUntold,
  removeSessionApp,
} from '../adapters/session-app.store.ts'
import type { Oidc } from '../provider/provider.ts'

const EVERY_MS = 1000
/** Sessions that ran out are looked for less often: nobody waits for that. */
const ALL_EVERY_MS = 60_000
/** Another node's clock may be behind ours. */
const BEHIND_MS = 60_000
/** At a time: a person who has many sessions may end them all. */
const MOST_PER_APP = 100

/** Notifies apps every second. Returns what stops it. */
export function startTellingApps(context: Context, oidc: Oidc): () => Promise<void> {
  const teller = createTeller(context, oidc)
  let looking: Promise<unknown> | undefined
  let lookedAt = Number.NEGATIVE_INFINITY
  const look = async () => {
    const all = context.now() - lookedAt >= ALL_EVERY_MS
    if (all) lookedAt = context.now()
    await teller.look({ all })
  }
  const timer = setInterval(() => {
    looking ??= look()
      .catch((error) => context.log.warn('could not look for apps to tell', { reason: String(error) }))
      .finally(() => {
        looking = undefined
      })
  }, EVERY_MS).unref()
  return async () => {
    clearInterval(timer)
    await looking
    await teller.settled()
  }
}

/** Notifies the apps of sessions that ended a moment ago, and those whose next try is due. */
export async function tellApps(context: Context, oidc: Oidc, { all = false } = {}): Promise<void> {
  const teller = createTeller(context, oidc)
  await teller.look({ all })
  await teller.settled()
}

/** An app that does not answer is waited for by itself: looking again notifies the others. */
export function createTeller(context: Context, oidc: Oidc) {
  const busy = new Map<string, Promise<unknown>>()
  return {
    /** With `all` also those of sessions that ran out or are gone. */
    async look({ all = false } = {}): Promise<void> {
      const now = context.now()
      const found = await findUntold(context.store, { from: now - BEHIND_MS, now, mostPerApp: MOST_PER_APP })
      if (all) found.push(...(await findAllUntold(context.store, now, MOST_PER_APP)))
      for (const [appId, ended] of Map.groupBy(found, (each) => each.appId)) {
        if (busy.has(appId)) continue
        const telling = Promise.all(ended.map((each) => tell(context, oidc, each)))
          .catch((error) => context.log.warn('could not notify an app of a sign-out', { appId, reason: String(error) }))
          .finally(() => busy.delete(appId))
        busy.set(appId, telling)
      }
    },
    settled: () => Promise.all(busy.values()),
  }
}

async function tell(context: Context, oidc: Oidc, ended: EndedSessionApp): Promise<void> {
  if (!ended.tellsApp) return forget(context, ended)
  const { tries } = ended
  // Should this node stop now, another takes over by then.
  const tellAt = context.now() + (LOGOUT_RETRIES_MS[tries] ?? 2 * LOGOUT_TIMEOUT_MS)
  if (tries > LOGOUT_RETRIES_MS.length || !(await claimTelling(context.store, { ...ended, tellAt }))) return
  const reason = await post(oidc, ended).catch((error) => String(error))
  if (reason === undefined) return forget(context, ended)
  context.log.info('an app could not be told of a sign-out', { app: ended.appId, tries: tries + 1, reason })
  if (tries === LOGOUT_RETRIES_MS.length) await giveUp(context, ended)
}

type Teller = { backchannelLogoutUri?: string; backchannelLogout(personId: string, sid: string): Promise<void> }

/** Why it failed; nothing when it did not. An app that is switched off or gone needs not be told. */
async function post(oidc: Oidc, { clientId, personId, sid }: EndedSessionApp): Promise<string | undefined> {
  const { Client } = await oidc.provider()
  const client = (await Client.find(clientId)) as Teller | undefined // its types leave the method out
  if (client?.backchannelLogoutUri) await client.backchannelLogout(personId, sid)
  return undefined
}

function forget({ store }: Context, ended: EndedSessionApp): Promise<void> {
  return store.transaction(async (queries) => {
    await removeSessionApp(queries, ended)
    await removeItemsByGrantPrefix(queries, grantIdFor(ended.sessionId, ended.appId))
  })
}

async function giveUp(context: Context, ended: EndedSessionApp): Promise<void> {
  await forget(context, ended)
  await recordEvent(context, context.store, {
    kind: 'oidc.logout_failed',
    outcome: 'refused',
    by: 'system',
    personId: ended.personId,
    data: { app: ended.appName, appId: ended.appId, tries: LOGOUT_RETRIES_MS.length + 1 },
  })
}
