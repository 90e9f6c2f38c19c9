import { localeSchema, personStatusSchema, roleSchema, themeSchema } from '@countersign/contract/schemas/person.ts'
import { type Row, writes } from '../../platform/store/database.ts'
import { change, selectOne } from '../../platform/store/query.ts'
import { integer, integerOrNull, mapRecord, option, optionOrNull, text, textOrNull } from '../../platform/store/row.ts'

const profiles = mapRecord({
  id: text,
  displayName: textOrNull,
  role: option(roleSchema),
  status: option(personStatusSchema),
  locale: optionOrNull(localeSchema),
  theme: optionOrNull(themeSchema),
  timeZone: textOrNull,
  suspendedFor: textOrNull,
  deleteAfter: integerOrNull,
  deletionBy: textOrNull,
  lastSeenAt: integerOrNull,
  createdAt: integer,
  version: integer,
})
const counts = mapRecord({ walletCount: ['wallets', integer], recoveryCodesLeft: ['codes', integer] })
const toProfile = (row: Row) => ({ ...profiles.read(row), ...counts.read(row) })
export type ProfileRecord = ReturnType<typeof toProfile>

export const findProfile = selectOne(toProfile)<[id: string]>(`
  SELECT ${profiles.columns},
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
