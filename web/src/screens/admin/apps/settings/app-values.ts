import { readKeySet } from '@countersign/contract/app/app-keys.ts'
import {
  isAudience,
  isOrigin,
  launchProblem,
  redirectProblem,
  type UriOptions,
} from '@countersign/contract/app/app-uri.ts'
import type { AppError } from '@countersign/contract/error/errors.ts'
import * as limits from '@countersign/contract/limits/app-limits.ts'
import type { BodyOf } from '@countersign/contract/route.ts'
import type { App, updateApp } from '@countersign/contract/routes/admin/app.ts'
import { type DurationRange, durationError, durationText, outOfRange } from '../../../../components/admin/duration.ts'
import { errorsAtPointers, type FieldErrors, withoutUndefined } from '../../../../forms/form.ts'
import { filledLines, normalizeText } from '../../../../forms/typed-text.ts'
import { app as words } from '../../../../words/admin/app.ts'
import { apps } from '../../../../words/admin/apps.ts'
import { settings } from '../../../../words/admin/site.ts'
import { isKey } from '../../../../words/is-key.ts'
import { wordsForProblem } from '../../../../words/problems.ts'
import { keyNames, keyText, nameError, uriText } from '../problem-text.ts'

/** Lists that are shown as lines, and how long they can be. */
const lists = {
  redirectUris: limits.REDIRECTS_PER_APP,
  postLogoutUris: limits.REDIRECTS_PER_APP,
  allowedOrigins: limits.ORIGINS_PER_APP,
}
type List = keyof typeof lists
const LISTS = Object.keys(lists) as List[] // the keys of a const object are its key type
const OPTIONAL = ['launchUrl', 'backchannelLogoutUri', 'tokenAudience'] as const
type Text = List | (typeof OPTIONAL)[number] | 'jwks'
/** Lists are lines of text, and null is an empty text. */
export type AppValues = Omit<App, Text> & Record<Text, string>
type AppEdits = Partial<AppValues>
type AppErrors = FieldErrors<AppValues>

type LifetimeName = 'accessSeconds' | 'refreshIdleSeconds' | 'refreshMaxSeconds'
export const lifetimes: Record<LifetimeName, DurationRange> = {
  accessSeconds: rangeOf(limits.ACCESS_TTL),
  refreshIdleSeconds: rangeOf(limits.REFRESH_IDLE),
  refreshMaxSeconds: rangeOf(limits.REFRESH_MAX),
}
export const LIFETIMES = Object.keys(lifetimes) as LifetimeName[] // the keys of a const object are its key type

export function valuesOfApp(app: App): AppValues {
  const { redirectUris, postLogoutUris, allowedOrigins, launchUrl, backchannelLogoutUri, tokenAudience, jwks } = app
  return {
    ...app,
    redirectUris: redirectUris.join('\n'),
    postLogoutUris: postLogoutUris.join('\n'),
    allowedOrigins: allowedOrigins.join('\n'),
    jwks: jwks ? JSON.stringify(JSON.parse(jwks), null, 2) : '',
    launchUrl: launchUrl ?? '',
    backchannelLogoutUri: backchannelLogoutUri ?? '',
    tokenAudience: tokenAudience ?? '',
  }
}

export function appBody(edits: AppEdits): BodyOf<typeof updateApp> {
  const change: Record<string, unknown> = { ...edits }
  if (edits.name !== undefined) change.name = normalizeText(edits.name)
  for (const field of LISTS) if (edits[field] !== undefined) change[field] = linesOf(edits[field])
  for (const field of OPTIONAL) if (edits[field] !== undefined) change[field] = edits[field].trim() || null
  // Keys that were entered before switching back to a secret are not sent.
  if (edits.authMethod !== undefined && edits.authMethod !== 'private_key_jwt') delete change.jwks
  return change as BodyOf<typeof updateApp> // each edit in the form that the contract gives it
}

export function validateApp(
  edits: AppEdits,
  app: Pick<App, 'kind' | 'authMethod' | 'jwks'> & { allowHttp?: boolean },
): AppErrors {
  const uris = { kind: app.kind, allowHttp: edits.allowHttp ?? app.allowHttp ?? false }
  const [launchUrl, logoutUri, audience] = [edits.launchUrl, edits.backchannelLogoutUri, edits.tokenAudience].map(
    (text) => text?.trim() || undefined,
  )
  const launch = launchUrl && launchProblem(launchUrl)
  const logout = logoutUri && redirectProblem(logoutUri, { ...uris, kind: 'web' })
  return withoutUndefined<AppErrors>({
    name: edits.name === undefined ? undefined : nameError(normalizeText(edits.name)),
    launchUrl: launch && uriText(launch),
    backchannelLogoutUri: logout && uriText(logout),
    tokenAudience: audience && !isAudience(audience) ? words.tokenAudienceWrong : undefined,
    jwks: keysError(edits, app),
    ...Object.fromEntries(LISTS.map((field) => [field, linesError(field, edits[field], uris)])),
    ...Object.fromEntries(LIFETIMES.map((field) => [field, durationError(inMs(edits[field]), lifetimes[field])])),
  })
}

/** A change from secrets to keys or back deletes the existing ones. */
export function changesCredentials(
  edits: Pick<AppEdits, 'authMethod'>,
  { authMethod }: Pick<App, 'authMethod'>,
): boolean {
  const next = edits.authMethod ?? authMethod
  return (next === 'private_key_jwt') !== (authMethod === 'private_key_jwt')
}

/** Checked before sending, so that a private key pasted by mistake does not leave the page. */
function keysError(edits: AppEdits, { authMethod, jwks }: Pick<App, 'authMethod' | 'jwks'>): string | undefined {
  if ((edits.authMethod ?? authMethod) !== 'private_key_jwt') return undefined
  const text = edits.jwks ?? jwks ?? ''
  if (text.trim() === '') return words.keyProblems.needs_keys
  const read = readKeySet(text)
  return 'problem' in read ? keyText(read.problem, read.at) : undefined
}

function linesError(field: List, text: string | undefined, uris: UriOptions): string | undefined {
  if (text === undefined) return undefined
  const lines = linesOf(text)
  if (lines.length > lists[field]) return words.tooMany(lists[field])
  if (field === 'redirectUris' && lines.length === 0) return words.oneNeeded
  for (const [index, line] of lines.entries()) {
    if (field === 'allowedOrigins') {
      if (!isOrigin(line)) return words.lineError(index + 1, words.originWrong)
      continue
    }
    const problem = redirectProblem(line, uris)
    if (problem) return words.lineError(index + 1, uriText(problem))
  }
  return undefined
}

export function appServerErrors(error: AppError): AppErrors {
  if (error.code === 'app_name_taken') return { name: wordsForProblem('app_name_taken', '').title }
  const atLine = (text: (code: string) => string) => (code: string, index?: number) =>
    index === undefined ? text(code) : words.lineError(index + 1, text(code))
  return errorsAtPointers<AppValues>(error, {
    name: () => apps.nameWrong(limits.APP_NAME_MAX),
    jwks: (code, index) => keyText(code, index ?? null),
    tokenAudience: () => words.tokenAudienceWrong,
    launchUrl: uriText,
    backchannelLogoutUri: uriText,
    redirectUris: atLine(uriText),
    postLogoutUris: atLine(uriText),
    allowedOrigins: atLine(() => words.originWrong),
    ...Object.fromEntries(LIFETIMES.map((field) => [field, () => outOfRange(lifetimes[field])])),
  })
}

export function savedLines(app: App, edits: AppEdits): string[] {
  const saved = valuesOfApp(app)
  return (Object.keys(edits) as (keyof AppValues)[]) // edits have no others
    .map((field) => `${words.fields[field] ?? field}: ${valueText(field, saved)}`)
}

function valueText(field: keyof AppValues, saved: AppValues): string {
  const value = saved[field]
  if (isKey(lifetimes, field)) return durationText(saved[field] * 1000)
  if (field === 'scopes') return saved.scopes.join(', ')
  if (field === 'consent') return words.consents[saved.consent]
  if (field === 'subjectType') return words.subjectTypes[saved.subjectType]
  if (field === 'authMethod') return words.authMethods[saved.authMethod]
  if (field === 'jwks') return keyNames(saved.jwks)
  if (field === 'email') return words.emails[saved.email]
  if (field === 'introspectAppIds') return String(saved.introspectAppIds.length)
  if (typeof value === 'boolean') return words.yesOrNo[value ? 'yes' : 'no']
  return linesOf(String(value)).join(', ') || settings.none
}

function linesOf(typed: string): string[] {
  return filledLines(typed).map(({ text }) => text)
}

function inMs(seconds: number | undefined): number | undefined {
  return seconds === undefined ? undefined : seconds * 1000
}

function rangeOf({ leastSeconds, mostSeconds }: { leastSeconds: number; mostSeconds: number }): DurationRange {
  return { least: leastSeconds * 1000, most: mostSeconds * 1000 }
}
