import { accentProblem } from '@countersign/contract/appearance/contrast.ts'
import type { AppError } from '@countersign/contract/error/errors.ts'
import { defaultFactories } from '@countersign/contract/factories.ts'
import { families } from '@countersign/contract/family/family.ts'
import * as limits from '@countersign/contract/limits.ts'
import { isInstanceName } from '@countersign/contract/names/name.ts'
import type { Settings } from '@countersign/contract/routes/admin/settings.ts'
import { parseUrl } from '@countersign/contract/url/parse-url.ts'
import { durationError, durationText, outOfRange } from '../../../components/admin/duration.ts'
import { errorsAtPointers, type FieldErrors, withoutUndefined } from '../../../forms/form.ts'
import { filledLines, normalizeText } from '../../../forms/typed-text.ts'
import { rules } from '../../../words/admin/rules.ts'
import { settings as words } from '../../../words/admin/site.ts'
import { isKey } from '../../../words/is-key.ts'

/** Lists are lines of text. */
export type SettingsValues = Omit<Settings, 'logo' | 'version' | 'factories'> & { factories: string }
type SettingsErrors = FieldErrors<SettingsValues>

export const ranges = {
  sessionMaxMs: limits.SESSION_MAX_RANGE_MS,
  sessionIdleMs: limits.SESSION_IDLE_RANGE_MS,
  sessionNotKeptMs: limits.SESSION_NOT_KEPT_RANGE_MS,
  activityKeptMs: limits.ACTIVITY_KEPT_RANGE_MS,
  addressKeptMs: limits.ADDRESS_KEPT_RANGE_MS,
} as const
export type DurationName = keyof typeof ranges
const DURATIONS = Object.keys(ranges) as DurationName[] // the keys of a const object are its key type

export function valuesOfSettings({ logo, version, factories, ...values }: Settings): SettingsValues {
  return { ...values, factories: factories.join('\n') }
}

export function settingsBody(edits: Partial<SettingsValues>): Partial<Omit<Settings, 'logo' | 'version'>> {
  const { name, contact, factories, ...rest } = edits
  return {
    ...rest,
    ...(name === undefined ? {} : { name: normalizeText(name) }),
    ...(contact === undefined ? {} : { contact: contact?.trim() || null }),
    ...(factories === undefined ? {} : { factories: factoriesOf(factories) }),
  }
}

export function validateSettings(edits: Partial<SettingsValues>, saved?: RegistrationValues): SettingsErrors {
  const { name, contact, accent, factories, namespaces } = edits
  const isNamed = name === undefined || isInstanceName(normalizeText(name))
  return withoutUndefined({
    name: isNamed ? undefined : words.nameWrong(limits.INSTANCE_NAME_MAX),
    contact: contact && !isContact(contact.trim()) ? words.contactWrong : undefined,
    accent: accent ? accentError(accent) : undefined,
    factories: factories === undefined ? undefined : factoriesError(factories),
    namespaces: namespaces?.length === 0 ? words.familyProblems.required : undefined,
    registrationGroupIds: saved && lacksGroups({ ...saved, ...edits }) ? rules.registration.missing : undefined,
    ...Object.fromEntries(DURATIONS.map((field) => [field, durationError(edits[field], ranges[field])])),
  })
}

type RegistrationValues = Pick<SettingsValues, 'registration' | 'registrationGroupIds'>

function lacksGroups({ registration, registrationGroupIds }: RegistrationValues): boolean {
  return registration === 'groups' && registrationGroupIds.length === 0
}

export function accentError(accent: string): string | undefined {
  if (!/^#[0-9a-f]{6}$/.test(accent)) return words.accentWrong
  const problem = accentProblem(accent)
  return problem && words.accentProblems[problem]
}

export function settingsServerErrors(
  error: AppError,
  { factories }: Pick<SettingsValues, 'factories'>,
): SettingsErrors {
  return errorsAtPointers<SettingsValues>(error, {
    name: () => words.nameWrong(limits.INSTANCE_NAME_MAX),
    contact: () => words.contactWrong,
    accent: (code) => (isKey(words.accentProblems, code) ? words.accentProblems[code] : words.accentWrong),
    factories: (_, index) => refusedFactory(factories, index),
    namespaces: (code) => (code === 'own_family' ? words.familyProblems.own_family : words.familyProblems.required),
    registrationGroupIds: () => rules.registration.missing,
    ...Object.fromEntries(DURATIONS.map((field) => [field, () => outOfRange(ranges[field])])),
  })
}

export function savedLines(settings: Settings, names: string[]): string[] {
  const texts: Record<keyof SettingsValues, [string, string]> = {
    name: [words.name, settings.name],
    contact: [words.contact, settings.contact ?? words.none],
    accent: [words.accent, settings.accent ?? words.none],
    registration: [words.registration, words.registrations[settings.registration]],
    registrationGroupIds: [words.registrationGroups, settings.registrationGroupIds.length.toLocaleString()],
    sessionMaxMs: [words.sessionMax, durationText(settings.sessionMaxMs)],
    sessionIdleMs: [words.sessionIdle, durationText(settings.sessionIdleMs)],
    sessionNotKeptMs: [words.sessionNotKept, durationText(settings.sessionNotKeptMs)],
    activityKeptMs: [words.activityKept, durationText(settings.activityKeptMs)],
    addressKeptMs: [words.addressKept, durationText(settings.addressKeptMs)],
    phoneSignIn: [words.phoneSignIn, words.phoneModes[settings.phoneSignIn]],
    phoneSignInForAdmins: [words.phoneForAdmins, settings.phoneSignInForAdmins ? words.on : words.off],
    ens: [words.ens, settings.ens ? words.on : words.off],
    namespaces: [words.families, settings.namespaces.map((each) => families[each].name).join(', ')],
    factories: [words.factories, settings.factories.join(', ') || words.none],
  }
  return Object.entries(texts)
    .filter(([name]) => names.includes(name))
    .map(([, [name, value]]) => words.changedField(name, value))
}

function isContact(value: string): boolean {
  if (value.length > limits.CONTACT_MAX) return false
  return (
    /^[^@:/\s]{1,64}@[^@:/\s]+\.[^@:/\s]+$/.test(value) ||
    (/^https:\/\/[^/\s]\S*$/.test(value) && parseUrl(value) !== undefined)
  )
}

export const DEFAULT_FACTORIES = defaultFactories.join('\n')

/** Addresses are stored in lower case. */
function factoriesOf(text: string): string[] {
  return filledLines(text.toLowerCase()).map((each) => each.text)
}

function factoriesError(text: string): string | undefined {
  const lines = filledLines(text.toLowerCase())
  const firstLines = new Map<string, number>()
  for (const { text: address, line } of lines) {
    if (!/^0x[0-9a-f]{40}$/.test(address)) return words.factoryWrong(line)
    const first = firstLines.get(address)
    if (first !== undefined) return words.factoryTwice(line, first)
    firstLines.set(address, line)
  }
  return lines.length > limits.FACTORIES_MAX ? words.factoriesTooMany(limits.FACTORIES_MAX) : undefined
}

/** The server does not count empty lines. */
function refusedFactory(text: string, index: number | undefined): string {
  const line = filledLines(text)[index ?? -1]?.line
  return line === undefined ? words.factoriesTooMany(limits.FACTORIES_MAX) : words.factoryWrong(line)
}
