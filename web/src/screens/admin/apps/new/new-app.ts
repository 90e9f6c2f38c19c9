import { launchProblem, redirectProblem } from '@countersign/contract/app-uri.ts'
import type { AppError } from '@countersign/contract/errors.ts'
import { APP_NAME_MAX } from '@countersign/contract/limits/app-limits.ts'
import { isName } from '@countersign/contract/names/name.ts'
import { presets } from '@countersign/contract/preset.ts'
import type { BodyOf } from '@countersign/contract/route.ts'
import type { App, createApp, Preset } from '@countersign/contract/routes/admin/app.ts'
import { type AccessValues, accessBody, accessError } from '../../../../components/admin/access-values.ts'
import { errorsAtPointers, type FieldErrors, parsePointer, withoutUndefined } from '../../../../forms/form.ts'
import { access as accessWords } from '../../../../words/admin.ts'
import { apps as words } from '../../../../words/admin-apps.ts'
import { wordsForProblem } from '../../../../words/problems.ts'
import { uriText } from '../uri-text.ts'
import { addressOf, defaultUris, redirectFor } from './app-address.ts'

/** `redirect` is undefined while it follows the address. */
export type NewApp = {
  preset: Preset
  kind: App['kind']
  name: string
  address: string
  redirect: string | undefined
  access: AccessValues
  allowHttp: boolean
}
type NewAppErrors = FieldErrors<NewApp>

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

/** Whether the redirect URI follows from the address of the app. */
export function hasDefaultRedirect(preset: Preset): boolean {
  return presets[preset].redirectPath !== null
}

export function redirectOf({ preset, address, redirect }: NewApp): string {
  return redirect ?? redirectFor(preset, addressOf(address))
}

/** Whether the redirect URI is one that needs the operator to allow http. */
export function wantsHttp(values: NewApp): boolean {
  return redirectProblem(redirectOf(values).trim(), { kind: values.kind }) === 'private_http'
}

export function validateNewApp(values: NewApp): NewAppErrors {
  const name = nameOf(values)
  const address = addressOf(values.address)
  const addressError = newAddressError(address, values.preset)
  const redirect = redirectOf(values).trim()
  const problem = redirect === '' ? undefined : redirectProblem(redirect, values)
  return withoutUndefined<NewAppErrors>({
    name: name === '' ? words.nameMissing : isName(name, APP_NAME_MAX) ? undefined : words.nameWrong(APP_NAME_MAX),
    address: addressError,
    // A default from an invalid address would only repeat the error.
    redirect:
      addressError && (redirect === '' || values.redirect === undefined)
        ? undefined
        : redirect === ''
          ? words.redirectMissing
          : problem && uriText(problem),
    ...accessError(values.access),
  })
}

function newAddressError(address: string, preset: Preset): string | undefined {
  if (address === '') return hasDefaultRedirect(preset) ? words.addressMissing : undefined
  const problem = launchProblem(address)
  return problem && uriText(problem)
}

export function newAppBody(values: NewApp): BodyOf<typeof createApp> {
  const { preset, kind } = values
  const redirect = redirectOf(values).trim()
  return {
    preset,
    kind,
    name: nameOf(values),
    redirectUris: [redirect],
    ...accessBody(values.access),
    ...(values.allowHttp ? { allowHttp: true } : {}),
    ...defaultUris({ preset, kind, allowHttp: values.allowHttp, address: addressOf(values.address), redirect }),
  }
}

export function newAppServerErrors(error: AppError): NewAppErrors {
  if (error.code === 'app_name_taken') return { name: wordsForProblem('app_name_taken', '').title }
  const errors = errorsAtPointers<Record<string, string>>(error, {
    name: () => words.nameWrong(APP_NAME_MAX),
    redirectUris: uriText,
    groupIds: () => accessWords.groupMissing,
  })
  // The other URIs follow from the address.
  const other = error.fields?.find(({ path }) => !Object.hasOwn(errors, parsePointer(path)[0] ?? ''))
  return withoutUndefined<NewAppErrors>({
    name: errors.name,
    redirect: errors.redirectUris,
    access: errors.groupIds,
    address: other && uriText(other.code),
  })
}

function nameOf({ name }: NewApp): string {
  return name.trim().normalize('NFC')
}
