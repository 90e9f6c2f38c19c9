/** The settings of an app as they are typed: lists are lines of text until they are saved. */

import { readKeySet } from '@countersign/contract/app-keys.ts'
import { isAudience, isOrigin, launchProblem, redirectProblem, type UriOptions } from '@countersign/contract/app-uri.ts'
import { AppError } from '@countersign/contract/errors.ts'
import {
  ACCESS_TTL,
  APP_NAME_MAX,
  ORIGINS_PER_APP,
  REDIRECTS_PER_APP,
  REFRESH_IDLE,
  REFRESH_MAX,
} from '@countersign/contract/limits/app-limits.ts'
import { isName } from '@countersign/contract/names/name.ts'
import type { BodyOf } from '@countersign/contract/route.ts'
import type { App, updateApp } from '@countersign/contract/routes/admin/app.ts'
import { durationText } from '../../../../components/admin/duration.ts'
import { apps, site, app as words } from '../../../../words/admin.ts'
import { wordsForProblem } from '../../../../words/problems.ts'
import { uriWords } from '../uri-text.ts'
import { keyNames, keyWords } from './key-text.ts'

type Lines = 'redirectUris' | 'postLogoutUris' | 'allowedOrigins'
type Optional = 'launchUrl' | 'backchannelLogoutUri' | 'tokenAudience'
type Chosen =
  | 'name'
  | 'authMethod'
  | 'scopes'
  | 'consent'
  | 'subjectType'
  | 'idTokenAlg'
  | 'email'
  | 'requirePar'
  | 'requirePkce'
  | 'allowHttp'
  | 'introspectAppIds'
  | TimeName
export type TimeName = 'accessSeconds' | 'refreshIdleSeconds' | 'refreshMaxSeconds'
export type AppValues = Pick<App, Chosen> & Record<Lines | Optional | 'jwks', string>
/** What was touched and not saved. */
export type AppDraft = Partial<AppValues>
export type AppRefusals = Partial<Record<keyof AppValues, string>>

const LINES: Lines[] = ['redirectUris', 'postLogoutUris', 'allowedOrigins']
const OPTIONAL: Optional[] = ['launchUrl', 'backchannelLogoutUri', 'tokenAudience']
const MOST: Record<Lines, number> = {
  redirectUris: REDIRECTS_PER_APP,
  postLogoutUris: REDIRECTS_PER_APP,
  allowedOrigins: ORIGINS_PER_APP,
}

export const times: Record<TimeName, { least: number; most: number }> = {
  accessSeconds: inMs(ACCESS_TTL),
  refreshIdleSeconds: inMs(REFRESH_IDLE),
  refreshMaxSeconds: inMs(REFRESH_MAX),
}
const TIMES = Object.keys(times) as TimeName[] // the keys of a const object are its key type

export function valuesOf(app: App, draft: AppDraft): AppValues {
  const { redirectUris, postLogoutUris, allowedOrigins, launchUrl, backchannelLogoutUri } = app
  return {
    ...app,
    redirectUris: redirectUris.join('\n'),
    postLogoutUris: postLogoutUris.join('\n'),
    allowedOrigins: allowedOrigins.join('\n'),
    jwks: app.jwks ? JSON.stringify(JSON.parse(app.jwks), null, 2) : '',
    launchUrl: launchUrl ?? '',
    backchannelLogoutUri: backchannelLogoutUri ?? '',
    tokenAudience: app.tokenAudience ?? '',
    ...draft,
  }
}

export function changeOf(draft: AppDraft): BodyOf<typeof updateApp> {
  const change: Record<string, unknown> = { ...draft }
  if (draft.name !== undefined) change.name = tidyName(draft.name)
  for (const field of LINES) if (draft[field] !== undefined) change[field] = linesOf(draft[field])
  for (const field of OPTIONAL) if (draft[field] !== undefined) change[field] = draft[field].trim() || null
  // Keys that were typed before a secret was chosen after all are not meant.
  if (draft.authMethod !== undefined && draft.authMethod !== 'private_key_jwt') delete change.jwks
  return change as BodyOf<typeof updateApp> // each field of the draft in the form that the contract gives it
}

/** What can be told before anything is sent; the server looks again. */
export function refusalsOf(
  draft: AppDraft,
  app: Pick<App, 'kind' | 'authMethod' | 'jwks'> & { allowHttp?: boolean },
): AppRefusals {
  const refusals: AppRefusals = {}
  const uris = { kind: app.kind, allowHttp: draft.allowHttp ?? app.allowHttp ?? false }
  const { name, launchUrl, backchannelLogoutUri } = draft
  if (name !== undefined && !isName(tidyName(name), APP_NAME_MAX)) {
    refusals.name = tidyName(name) === '' ? apps.nameMissing : apps.nameWrong(APP_NAME_MAX)
  }
  const launch = launchUrl?.trim() ? launchProblem(launchUrl.trim()) : undefined
  if (launch) refusals.launchUrl = uriWords(launch)
  const back = backchannelLogoutUri?.trim()
    ? redirectProblem(backchannelLogoutUri.trim(), { ...uris, kind: 'web' })
    : undefined
  if (back) refusals.backchannelLogoutUri = uriWords(back)
  if (draft.tokenAudience?.trim() && !isAudience(draft.tokenAudience.trim()))
    refusals.tokenAudience = words.tokenAudienceWrong
  for (const field of LINES) {
    const problem = draft[field] === undefined ? undefined : lineProblem(field, draft[field], uris)
    if (problem) refusals[field] = problem
  }
  for (const field of TIMES) {
    const value = draft[field]
    if (value !== undefined && !isWithin(field, value)) refusals[field] = outOfRange(field)
  }
  const keys = keyRefusal(draft, app)
  if (keys) refusals.jwks = keys
  return refusals
}

/** Whether it goes over from secrets to keys or back, by which it loses what it had. */
export function isSwitched(draft: AppDraft, { authMethod }: Pick<App, 'authMethod'>): boolean {
  const next = draft.authMethod ?? authMethod
  return (next === 'private_key_jwt') !== (authMethod === 'private_key_jwt')
}

/** Looked at here first: a private key that was pasted by mistake does not leave the page. */
function keyRefusal(draft: AppDraft, { authMethod, jwks }: Pick<App, 'authMethod' | 'jwks'>): string | undefined {
  if ((draft.authMethod ?? authMethod) !== 'private_key_jwt') return undefined
  const text = draft.jwks ?? jwks ?? ''
  if (text.trim() === '') return words.keyProblems.needs_keys
  const read = readKeySet(text)
  return 'problem' in read ? keyWords(read.problem, read.at) : undefined
}

function lineProblem(field: Lines, text: string, uris: UriOptions): string | undefined {
  const lines = linesOf(text)
  if (lines.length > MOST[field]) return words.tooMany(MOST[field])
  if (field === 'redirectUris' && lines.length === 0) return words.oneNeeded
  for (const [index, line] of lines.entries()) {
    if (field === 'allowedOrigins') {
      if (!isOrigin(line)) return words.lineWrong(index + 1, words.originWrong)
      continue
    }
    const problem = redirectProblem(line, uris)
    if (problem) return words.lineWrong(index + 1, uriWords(problem))
  }
  return undefined
}

/** What the server refused, at the field it is about. */
export function serverRefusals(error: unknown): AppRefusals {
  if (!(error instanceof AppError)) return {}
  if (error.code === 'app_name_taken') return { name: wordsForProblem('app_name_taken', '').title }
  const refusals: AppRefusals = {}
  for (const { path, code } of error.fields ?? []) {
    const [, field = '', line] = path.split('/')
    if (field === 'name') refusals.name = apps.nameWrong(APP_NAME_MAX)
    else if (field === 'jwks') refusals.jwks = keyWords(code, line === undefined ? null : Number(line))
    else if (isOneOf(TIMES, field)) refusals[field] = outOfRange(field)
    else if (field === 'tokenAudience') refusals.tokenAudience = words.tokenAudienceWrong
    else if (isOneOf(OPTIONAL, field)) refusals[field] = uriWords(code)
    else if (isOneOf(LINES, field)) {
      const why = field === 'allowedOrigins' ? words.originWrong : uriWords(code)
      refusals[field] = line === undefined ? why : words.lineWrong(Number(line) + 1, why)
    }
  }
  return refusals
}

/** What the server has now for the fields that were touched, one line each. */
export function fieldsNow(app: App, draft: AppDraft): string[] {
  const now = valuesOf(app, {})
  return (Object.keys(draft) as (keyof AppValues)[]) // a draft has no others
    .map((field) => `${words.fields[field] ?? field}: ${valueWords(field, now)}`)
}

function valueWords(field: keyof AppValues, now: AppValues): string {
  if (isOneOf(TIMES, field)) return durationText(now[field] * 1000)
  if (field === 'scopes') return now.scopes.map((scope) => words.scopes[scope].name).join(', ')
  if (field === 'consent') return words.consents[now.consent]
  if (field === 'subjectType') return words.subjectTypes[now.subjectType]
  if (field === 'authMethod') return words.authMethods[now.authMethod]
  if (field === 'jwks') return keyNames(now.jwks)
  if (field === 'email') return words.emails[now.email]
  if (field === 'requirePar' || field === 'requirePkce' || field === 'allowHttp')
    return words.yesOrNo[now[field] ? 'yes' : 'no']
  if (field === 'introspectAppIds') return String(now.introspectAppIds.length)
  return linesOf(now[field]).join(', ') || site.settings.none
}

export function linesOf(text: string): string[] {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
}

function tidyName(name: string): string {
  return name.trim().normalize('NFC')
}

function isWithin(field: TimeName, seconds: number): boolean {
  const { least, most } = times[field]
  return Number.isSafeInteger(seconds) && seconds * 1000 >= least && seconds * 1000 <= most
}

function outOfRange(field: TimeName): string {
  const { least, most } = times[field]
  return site.settings.outOfRange(durationText(least), durationText(most))
}

function inMs({ leastSeconds, mostSeconds }: { leastSeconds: number; mostSeconds: number }) {
  return { least: leastSeconds * 1000, most: mostSeconds * 1000 }
}

function isOneOf<Name extends string>(names: readonly Name[], value: string): value is Name {
  return names.some((name) => name === value)
}
