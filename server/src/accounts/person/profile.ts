/** A person's profile: their name, and the settings of their pages. */

import { AppError } from '@countersign/contract/errors.ts'
import type { Locale, Profile, Theme } from '@countersign/contract/routes/person.ts'
import { recordEvent, type VersionedActor } from '../../audit/record-event.ts'
import type { Context } from '../../context.ts'
import { touchPerson } from '../notice/notice.store.ts'
import { lockPerson } from './person.store.ts'
import * as store from './profile.store.ts'
import { indexPerson } from './search-index.ts'
import { refuseSiteName } from './site-name.ts'

export type { ProfileRecord } from './profile.store.ts'

export const findProfile = store.findProfile

/** Undefined is unchanged, null is cleared. */
export type ProfileChange = {
  displayName?: string | null | undefined
  locale?: Locale | null | undefined
  theme?: Theme | null | undefined
  timeZone?: string | null | undefined
}

export async function readProfile(context: Context, id: string): Promise<Profile> {
  const profile = await store.findProfile(context.store, id)
  if (!profile) throw new Error('Somebody is signed in who does not exist')
  return presentProfile(profile)
}

export async function changeProfile(
  context: Context,
  { version, ...actor }: VersionedActor,
  change: ProfileChange,
): Promise<Profile> {
  if (typeof change.timeZone === 'string' && !isTimeZone(change.timeZone))
    throw new AppError('invalid_body', { fields: [{ path: '/timeZone', code: 'unknown_time_zone' }] })
  await refuseSiteName(context, change.displayName)
  const { actorId: personId } = actor
  await context.store.transaction(async (queries) => {
    await lockPerson(queries, personId)
    const current = await store.findProfile(queries, personId)
    if (current?.version !== version) throw new AppError('version_conflict')
    const { next, changed } = merge(current, change)
    if (changed.length === 0) return
    await store.updateProfile(queries, { ...next, now: context.now() })
    await touchPerson(queries, personId, context.now())
    if (changed.includes('displayName')) await indexPerson(queries, personId)
    await recordEvent(context, queries, {
      kind: 'person.updated',
      ...actor,
      personId,
      data: { fields: changed.join(' ') },
    })
  })
  return readProfile(context, personId)
}

const FIELDS = ['displayName', 'locale', 'theme', 'timeZone'] as const

function merge(current: store.ProfileRecord, change: ProfileChange) {
  const changed = FIELDS.filter((name) => change[name] !== undefined && change[name] !== current[name])
  const next = { ...current, ...Object.fromEntries(changed.map((name) => [name, change[name]])) }
  return { next, changed }
}

/** Browsers report aliases of time zones, so those are accepted as well. */
function isTimeZone(name: string): boolean {
  const known = new Set([...Intl.supportedValuesOf('timeZone'), 'UTC'])
  if (known.has(name)) return true
  if (!/^[A-Za-z_]+(?:\/[A-Za-z0-9_+-]+)+$/.test(name)) return false
  try {
    return known.has(new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone)
  } catch {
    return false
  }
}

function presentProfile(profile: store.ProfileRecord): Profile {
  const { id, displayName, role, locale, theme, timeZone, walletCount, recoveryCodesLeft, createdAt, version } = profile
  return {
    ...{ id, displayName, role, locale, theme, timeZone, walletCount, recoveryCodesLeft, version },
    createdAt: new Date(createdAt).toISOString(),
  }
}
