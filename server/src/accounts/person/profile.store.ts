import type { Profile } from '@countersign/contract/routes/person.ts'
import { localeSchema, themeSchema } from '@countersign/contract/schemas/person.ts'
import { type Queries, type Row, statement, writes } from '../../platform/store/database.ts'
import { integer, integerOrNull, oneOf, textOrNull } from '../../platform/store/row.ts'
import { type Person, toPerson } from './person.store.ts'

export type ProfileRecord = Person &
  Omit<Profile, 'createdAt'> & {
    suspendedFor: string | null
    deleteAfter: number | null
    deletionBy: string | null
    lastSeenAt: number | null
    createdAt: number
  }

const find = statement(`
  SELECT id, display_name, role, status, locale, theme, time_zone, suspended_for, delete_after, deletion_by, last_seen_at,
    created_at, version,
    (SELECT count(*) FROM wallet WHERE person_id = person.id AND status <> 'removed') AS wallets,
    (SELECT count(*) FROM recovery_code WHERE person_id = person.id AND used_at IS NULL) AS codes
  FROM person WHERE id = ?`)
const update = writes({ notifies: true })(`
  UPDATE person SET display_name = ?, locale = ?, theme = ?, time_zone = ?, updated_at = ?,
    version = version + 1 WHERE id = ?`)

export async function findProfile(queries: Queries, id: string): Promise<ProfileRecord | undefined> {
  const row = await queries.one(find, id)
  return row && toProfile(row)
}

type ProfileUpdate = Pick<ProfileRecord, 'id' | 'displayName' | 'locale' | 'theme' | 'timeZone'> & { now: number }

export async function updateProfile(queries: Queries, profile: ProfileUpdate): Promise<void> {
  const { id, displayName, locale, theme, timeZone, now } = profile
  await queries.run(update, displayName, locale, theme, timeZone, now, id)
}

function toProfile(row: Row): ProfileRecord {
  return {
    ...toPerson(row),
    locale: row.locale === null ? null : oneOf(row, 'locale', localeSchema.options),
    theme: row.theme === null ? null : oneOf(row, 'theme', themeSchema.options),
    timeZone: textOrNull(row, 'time_zone'),
    walletCount: integer(row, 'wallets'),
    recoveryCodesLeft: integer(row, 'codes'),
    suspendedFor: textOrNull(row, 'suspended_for'),
    deleteAfter: integerOrNull(row, 'delete_after'),
    deletionBy: textOrNull(row, 'deletion_by'),
    lastSeenAt: integerOrNull(row, 'last_seen_at'),
    createdAt: integer(row, 'created_at'),
    version: integer(row, 'version'),
  }
}
