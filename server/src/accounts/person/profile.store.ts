import type { Profile } from '@countersign/contract/routes/person.ts'
import { localeSchema, themeSchema } from '@countersign/contract/schemas/person.ts'
import { type Row, writes } from '../../platform/store/database.ts'
import { change, selectOne } from '../../platform/store/query.ts'
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

export const findProfile = selectOne(toProfile)<[id: string]>(`
  SELECT id, display_name, role, status, locale, theme, time_zone, suspended_for, delete_after, deletion_by, last_seen_at,
    created_at, version,
    (SELECT count(*) FROM wallet WHERE person_id = person.id AND status <> 'removed') AS wallets,
    (SELECT count(*) FROM recovery_code WHERE person_id = person.id AND used_at IS NULL) AS codes
  FROM person WHERE id = ?`)

type ProfileUpdate = Pick<ProfileRecord, 'id' | 'displayName' | 'locale' | 'theme' | 'timeZone'> & { now: number }

export const updateProfile = change(
  writes({ notifies: true })<ProfileUpdate>(`
  UPDATE person SET display_name = :displayName, locale = :locale, theme = :theme, time_zone = :timeZone,
    updated_at = :now, version = version + 1
  WHERE id = :id`),
)

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
