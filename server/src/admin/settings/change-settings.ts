import { accentProblem } from '@countersign/contract/appearance/contrast.ts'
import { AppError, type FieldProblem } from '@countersign/contract/error/errors.ts'
import { type Namespace, namespaces } from '@countersign/contract/family/family.ts'
import {
  ACTIVITY_KEPT_RANGE_MS,
  ADDRESS_KEPT_RANGE_MS,
  SESSION_IDLE_RANGE_MS,
  SESSION_MAX_RANGE_MS,
  SESSION_NOT_KEPT_RANGE_MS,
} from '@countersign/contract/limits.ts'
import type { Settings } from '@countersign/contract/routes/admin/settings.ts'
import { clearEnsNames } from '../../accounts/ens-name/refresh-names.ts'
import { requireGroups } from '../../accounts/group/group-access.ts'
import { lockFamiliesOf } from '../../accounts/wallet/wallet.ts'
import { recordEvent } from '../../audit/record-event.ts'
import type { Acting } from '../../call.ts'
import type { Context } from '../../context.ts'
import { logoUrl, parseLogoUrl, readLogo, storeLogo } from '../../platform/images/logo.ts'
import { removeAsset } from '../../platform/store/asset.ts'
import type { Queries } from '../../platform/store/database.ts'
import { addSetting, findSetting, lockSetting, putSetting } from '../../platform/store/setting.ts'
import { defaultSettings, readSettings } from '../../settings/read-settings.ts'

type Fields = Omit<Settings, 'logo' | 'version'>
type SettingsChange = { [Name in keyof Fields]?: Fields[Name] | undefined }

export async function currentSettings(context: Context): Promise<Settings> {
  return readSettings(context.config, await findSetting(context.store, 'settings'))
}

export async function changeSettings(context: Context, by: Acting, change: SettingsChange): Promise<Settings> {
  const fields = settingProblems(change)
  if (fields.length > 0) throw new AppError('setting_invalid', { fields })
  return replaceSettings(context, by, async (queries, current) => {
    // People are locked before groups.
    const allowed = change.namespaces && namespaces.filter((each) => change.namespaces?.includes(each))
    if (allowed) requireOwnFamily(allowed, await lockFamiliesOf(queries, by.actorId))
    if (current.ens && change.ens === false) await clearEnsNames(queries)
    const groupIds = registrationGroups(current, change)
    await requireGroups(queries, groupIds, (id) => `/registrationGroupIds/${groupIds.indexOf(id)}`)
    return { ...change, registrationGroupIds: groupIds, namespaces: allowed }
  })
}

/** Groups are kept only while they decide who may sign up. */
function registrationGroups(current: Settings, change: SettingsChange): string[] {
  if ((change.registration ?? current.registration) !== 'groups') return []
  const groupIds = [...new Set(change.registrationGroupIds ?? current.registrationGroupIds)]
  if (groupIds.length > 0) return groupIds
  throw new AppError('setting_invalid', { fields: [{ path: '/registrationGroupIds', code: 'group_required' }] })
}

/** Otherwise the admin could not sign in again to undo it. */
function requireOwnFamily(allowed: readonly Namespace[], own: readonly Namespace[]): void {
  if (own.some((each) => allowed.includes(each))) return
  throw new AppError('setting_invalid', { fields: [{ path: '/namespaces', code: 'own_family' }] })
}

/** In one transaction with `decide`. Throws when the version differs. */
async function replaceSettings(
  context: Context,
  by: Acting,
  decide: (queries: Queries, current: Settings) => Promise<Partial<Record<keyof Settings, unknown>>>,
): Promise<Settings> {
  return by.transaction(async (queries) => {
    const current = await lockSettings(context, queries)
    if (current.version !== by.version) throw new AppError('version_conflict')
    const entries = Object.entries(await decide(queries, current)).filter(([, value]) => value !== undefined)
    const changed = entries.filter(([name, value]) => !isEqual(current[name as keyof Settings], value)) // keys of the settings schema
    if (changed.length === 0) return current
    const next: Settings = { ...current, ...Object.fromEntries(changed), version: current.version + 1 }
    await putSetting(queries, 'settings', JSON.stringify(next), context.now())
    const data = { fields: changed.map(([name]) => name).join(' ') }
    await recordEvent(context, queries, { kind: 'setting.changed', ...by, data })
    return next
  })
}

async function lockSettings(context: Context, queries: Queries): Promise<Settings> {
  const { registration, version } = defaultSettings(context.config)
  await addSetting(queries, 'settings', JSON.stringify({ registration, version }), context.now())
  return readSettings(context.config, await lockSetting(queries, 'settings'))
}

function isEqual(a: unknown, b: unknown): boolean {
  return a === b || (Array.isArray(a) && JSON.stringify(a) === JSON.stringify(b))
}

const RANGES = {
  sessionMaxMs: SESSION_MAX_RANGE_MS,
  sessionIdleMs: SESSION_IDLE_RANGE_MS,
  sessionNotKeptMs: SESSION_NOT_KEPT_RANGE_MS,
  activityKeptMs: ACTIVITY_KEPT_RANGE_MS,
  addressKeptMs: ADDRESS_KEPT_RANGE_MS,
} as const

function settingProblems(change: SettingsChange): FieldProblem[] {
  const problems: FieldProblem[] = []
  for (const [name, { least, most }] of Object.entries(RANGES)) {
    const value = change[name as keyof typeof RANGES] // keys of RANGES
    if (value !== undefined && (value < least || value > most))
      problems.push({ path: `/${name}`, code: 'out_of_range' })
  }
  const contrastProblem = change.accent ? accentProblem(change.accent) : undefined
  if (contrastProblem) problems.push({ path: '/accent', code: contrastProblem })
  if (typeof change.contact === 'string' && !isContact(change.contact))
    problems.push({ path: '/contact', code: 'not_a_contact' })
  if (change.namespaces?.length === 0) problems.push({ path: '/namespaces', code: 'required' })
  return problems
}

/** An e-mail address or an https link, since pages link to it. */
function isContact(value: string): boolean {
  if (/[\p{C}\p{Z}<>"'`\\]/u.test(value)) return false
  if (/^[^@:/]{1,64}@[^@:/]+\.[^@:/]+$/.test(value)) return true
  return /^https:\/\/[^/]/.test(value) && URL.canParse(value) && new URL(value).username === ''
}

export async function changeLogo(context: Context, by: Acting, image: string | null): Promise<Settings> {
  const asset = readLogo(image)
  return replaceSettings(context, by, async (queries, { logo }) => {
    const before = logo === null ? undefined : parseLogoUrl(logo)
    if (before !== undefined) await removeAsset(queries, before)
    return { logo: logoUrl(await storeLogo(context, queries, asset)) }
  })
}
