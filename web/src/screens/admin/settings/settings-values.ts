import { type AccentProblem, accentProblem } from '@countersign/contract/appearance/contrast.ts'
import { AppError } from '@countersign/contract/errors.ts'
import {
  ACTIVITY_KEPT_RANGE_MS,
  ADDRESS_KEPT_RANGE_MS,
  CONTACT_MAX,
  INSTANCE_NAME_MAX,
  SESSION_IDLE_RANGE_MS,
  SESSION_MAX_RANGE_MS,
  SESSION_NOT_KEPT_RANGE_MS,
} from '@countersign/contract/limits.ts'
import type { Settings } from '@countersign/contract/routes/admin/settings.ts'
import { isInstanceName } from '@countersign/contract/routes/setup.ts'
import { durationText } from '../../../components/admin/duration.ts'
import { site } from '../../../words/admin.ts'
import { factoriesOf, factoriesRefusal, factoriesText, refusedFactory } from './factory-list.ts'

const { settings: words } = site

/** As they are typed: a list is one text. */
export type Fields = Omit<Settings, 'logo' | 'version' | 'factories'> & { factories: string }
/** What was touched and not saved. */
export type Draft = Partial<Fields>
export type Refusals = Partial<Record<keyof Fields, string>>

export const ranges = {
  sessionMaxMs: SESSION_MAX_RANGE_MS,
  sessionIdleMs: SESSION_IDLE_RANGE_MS,
  sessionNotKeptMs: SESSION_NOT_KEPT_RANGE_MS,
  activityKeptMs: ACTIVITY_KEPT_RANGE_MS,
  addressKeptMs: ADDRESS_KEPT_RANGE_MS,
} as const
export type DurationName = keyof typeof ranges

export function fieldsOf({ logo, version, factories, ...fields }: Settings): Fields {
  return { ...fields, factories: factoriesText(factories) }
}

/** What is sent of it. */
export function changeOf({ name, contact, factories, ...rest }: Draft): Partial<Omit<Settings, 'logo' | 'version'>> {
  return {
    ...rest,
    ...(name === undefined ? {} : { name: name.trim().normalize('NFC') }),
    ...(contact === undefined ? {} : { contact: contact?.trim() || null }),
    ...(factories === undefined ? {} : { factories: factoriesOf(factories) }),
  }
}

/** What can be told before anything is sent; the server looks again. */
export function refusalsOf(draft: Draft): Refusals {
  const refusals: Refusals = {}
  const { name, contact, accent, factories } = draft
  if (name !== undefined && !isInstanceName(name.trim().normalize('NFC'))) {
    refusals.name = words.nameWrong(INSTANCE_NAME_MAX)
  }
  if (contact && !isContact(contact.trim())) refusals.contact = words.contactWrong
  const accentRefusal = accent ? refusalOfAccent(accent) : undefined
  if (accentRefusal) refusals.accent = accentRefusal
  const factory = factories === undefined ? undefined : factoriesRefusal(factories)
  if (factory) refusals.factories = factory
  for (const field of Object.keys(ranges) as DurationName[]) {
    const value = draft[field]
    if (value !== undefined && !isWithin(field, value)) refusals[field] = outOfRange(field)
  }
  return refusals
}

/** Live, while the colour is chosen. */
export function refusalOfAccent(accent: string): string | undefined {
  if (!/^#[0-9a-f]{6}$/.test(accent)) return words.accentWrong
  const problem = accentProblem(accent)
  return problem && words.accentProblems[problem]
}

/** The server names the fields it refused. */
export function serverRefusals(error: unknown, draft: Draft): Refusals {
  if (!(error instanceof AppError)) return {}
  const refusals: Refusals = {}
  for (const { path, code } of error.fields ?? []) {
    const field = path.slice(1)
    if (field === 'name') refusals.name = words.nameWrong(INSTANCE_NAME_MAX)
    if (field === 'contact') refusals.contact = words.contactWrong
    if (field === 'accent') refusals.accent = isAccentProblem(code) ? words.accentProblems[code] : words.accentWrong
    if (isDuration(field)) refusals[field] = outOfRange(field)
  }
  const factory = refusedFactory(error, draft.factories ?? '')
  if (factory) refusals.factories = factory
  return refusals
}

/** What the server has for these fields now, one line each. */
export function fieldWords(settings: Settings, names: string[]): string[] {
  const texts: Record<keyof Fields, [string, string]> = {
    name: [words.name, settings.name],
    contact: [words.contact, settings.contact ?? words.none],
    accent: [words.accent, settings.accent ?? words.none],
    registration: [words.registration, words.registrations[settings.registration]],
    sessionMaxMs: [words.sessionMax, durationText(settings.sessionMaxMs)],
    sessionIdleMs: [words.sessionIdle, durationText(settings.sessionIdleMs)],
    sessionNotKeptMs: [words.sessionNotKept, durationText(settings.sessionNotKeptMs)],
    activityKeptMs: [words.activityKept, durationText(settings.activityKeptMs)],
    addressKeptMs: [words.addressKept, durationText(settings.addressKeptMs)],
    ens: [words.ens, settings.ens ? words.on : words.off],
    factories: [words.factories, settings.factories.join(', ') || words.none],
  }
  return Object.entries(texts)
    .filter(([name]) => names.includes(name))
    .map(([, [name, value]]) => words.changedField(name, value))
}

function isContact(value: string): boolean {
  if (value.length > CONTACT_MAX) return false
  return (
    /^[^@:/\s]{1,64}@[^@:/\s]+\.[^@:/\s]+$/.test(value) || (/^https:\/\/[^/\s]\S*$/.test(value) && URL.canParse(value))
  )
}

function isWithin(field: DurationName, value: number): boolean {
  const { least, most } = ranges[field]
  return Number.isSafeInteger(value) && value >= least && value <= most
}

function outOfRange(field: DurationName): string {
  const { least, most } = ranges[field]
  return words.outOfRange(durationText(least), durationText(most))
}

function isDuration(field: string): field is DurationName {
  return Object.hasOwn(ranges, field)
}

function isAccentProblem(code: string): code is AccentProblem {
  return Object.hasOwn(words.accentProblems, code)
}
