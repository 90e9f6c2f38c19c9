import { launchProblem, redirectProblem } from '@countersign/contract/app-uri.ts'
import { AppError } from '@countersign/contract/errors.ts'
import { APP_NAME_MAX } from '@countersign/contract/limits/app-limits.ts'
import { isName } from '@countersign/contract/names/name.ts'
import { presets } from '@countersign/contract/preset.ts'
import type { BodyOf } from '@countersign/contract/route.ts'
import type { App, createApp, Preset } from '@countersign/contract/routes/admin/app.ts'
import { type AccessDraft, accessBody, accessRefusal } from '../../../../components/admin/access-values.ts'
import { access as accessWords, apps as words } from '../../../../words/admin.ts'
import { wordsForProblem } from '../../../../words/problems.ts'
import { uriWords } from '../uri-text.ts'
import { addressOf, followingFrom, redirectFor } from './app-address.ts'

/** An app as it is typed. `redirect` is what was written over the proposal. */
export type NewApp = {
  preset: Preset
  kind: App['kind']
  name: string
  address: string
  redirect: string | undefined
  access: AccessDraft
  allowHttp: boolean
}
export type NewAppRefusals = { name?: string; address?: string; redirect?: string; access?: string }

export function emptyApp(preset: Preset): NewApp {
  const named = preset !== 'spa' && preset !== 'other'
  return {
    preset,
    kind: presets[preset].kind,
    name: named ? words.presets[preset].name : '',
    address: '',
    redirect: undefined,
    access: { access: undefined, groupIds: [] },
    allowHttp: false,
  }
}

/** Where its redirect address follows from where it lives. */
export function isProposed(preset: Preset): boolean {
  return presets[preset].redirectPath !== null
}

export function redirectOf({ preset, address, redirect }: NewApp): string {
  return redirect ?? redirectFor(preset, addressOf(address))
}

/** Whether the redirect URI is one that needs the operator to allow http. */
export function wantsHttp(draft: NewApp): boolean {
  return redirectProblem(redirectOf(draft).trim(), { kind: draft.kind }) === 'private_http'
}

/** What can be told before anything is sent; the server looks again. */
export function refusalsOf(draft: NewApp): NewAppRefusals {
  const refusals: NewAppRefusals = {}
  if (nameOf(draft) === '') refusals.name = words.nameMissing
  else if (!isName(nameOf(draft), APP_NAME_MAX)) refusals.name = words.nameWrong(APP_NAME_MAX)
  const address = addressOf(draft.address)
  if (address === '' && isProposed(draft.preset)) refusals.address = words.addressMissing
  else if (address !== '' && launchProblem(address)) refusals.address = uriWords(launchProblem(address))
  const redirect = redirectOf(draft).trim()
  const problem = redirectProblem(redirect, draft)
  // A proposal from an address that is wrong already would only say the same twice.
  if (redirect === '' && !refusals.address) refusals.redirect = words.redirectMissing
  else if (redirect !== '' && problem && !(refusals.address && draft.redirect === undefined)) {
    refusals.redirect = uriWords(problem)
  }
  const access = accessRefusal(draft.access)
  if (access) refusals.access = access
  return refusals
}

export function bodyOf(draft: NewApp): BodyOf<typeof createApp> {
  const { preset, kind } = draft
  const redirect = redirectOf(draft).trim()
  return {
    preset,
    kind,
    name: nameOf(draft),
    redirectUris: [redirect],
    ...accessBody(draft.access),
    ...(draft.allowHttp ? { allowHttp: true } : {}),
    ...followingFrom({ preset, kind, allowHttp: draft.allowHttp, address: addressOf(draft.address), redirect }),
  }
}

/** What the server refused, at the field it is about. */
export function serverRefusals(error: unknown): NewAppRefusals {
  if (!(error instanceof AppError)) return {}
  if (error.code === 'app_name_taken') return { name: wordsForProblem('app_name_taken', '').title }
  const refusals: NewAppRefusals = {}
  for (const { path, code } of error.fields ?? []) {
    if (path === '/name') refusals.name = words.nameWrong(APP_NAME_MAX)
    else if (path.startsWith('/redirectUris')) refusals.redirect = uriWords(code)
    else if (path.startsWith('/groupIds')) refusals.access = accessWords.groupMissing
    else refusals.address = uriWords(code)
  }
  return refusals
}

function nameOf({ name }: NewApp): string {
  return name.trim().normalize('NFC')
}
