import { AppError } from '@countersign/contract/error/errors.ts'
import type { BodyOf } from '@countersign/contract/route.ts'
import type { Profile, updateProfile } from '@countersign/contract/routes/person.ts'
import { recordEvent } from '../../audit/record-event.ts'
import type { Acting } from '../../call.ts'
import type { Context } from '../../context.ts'
import { invalidField } from '../../platform/invalid-field.ts'
import { touchPerson } from '../notice/notice.store.ts'
import { rejectImitation } from './display-name.ts'
import * as store from './profile.store.ts'
import { indexPerson } from './search-index.ts'

export type { ProfileRecord } from './profile.store.ts'

export const findProfile = store.findProfile

/** Undefined is unchanged, null is cleared. */
type ProfileChange = BodyOf<typeof updateProfile>

/** Also while the account is being deleted. */
export function isSuspended({ status, suspendedFor }: Pick<store.ProfileRecord, 'status' | 'suspendedFor'>): boolean {
  return status === 'suspended' || suspendedFor !== null
}

export async function readProfile(context: Context, id: string): Promise<Profile> {
  const profile = await store.findProfile(context.store, id)
  if (!profile) throw new Error('A signed-in person does not exist')
  return presentProfile(profile)
}

export async function changeProfile(
  context: Context,
  { version, ...actor }: Acting,
  change: ProfileChange,
): Promise<Profile> {
  if (typeof change.timeZone === 'string' && !isTimeZone(change.timeZone))
    throw invalidField('/timeZone', 'unknown_time_zone')
  await rejectImitation(context, change.displayName)
  const { actorId: personId } = actor
  await actor.lockedTransaction(async (queries) => {
    const current = await store.findProfile(queries, personId)
    if (current?.version !== version) throw new AppError('version_conflict')
    const { next, changed } = merge(current, change)
    if (changed.length === 0) return
    await store.updateProfile(queries, { ...next, now: context.now() })
    await touchPerson(queries, personId, context.now())
    if (changed.includes('displayName')) await indexPerson(queries, personId)
    const data = { fields: changed.join(' ') }
    await recordEvent(context, queries, { kind: 'person.updated', ...actor, personId, data })
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
  const supported = new Set([...Intl.supportedValuesOf('timeZone'), 'UTC'])
  if (supported.has(name)) return true
  if (!/^[A-Za-z_]+(?:\/[A-Za-z0-9_+-]+)+$/.test(name)) return false
  try {
    return supported.has(new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone)
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
