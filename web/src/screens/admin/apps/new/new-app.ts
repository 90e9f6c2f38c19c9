import { launchProblem, redirectProblem } from '@countersign/contract/app/app-uri.ts'
import { presets } from '@countersign/contract/app/preset.ts'
import { APP_NAME_MAX } from '@countersign/contract/limits/app-limits.ts'
import type { BodyOf } from '@countersign/contract/route.ts'
import type { App, createApp, Preset } from '@countersign/contract/routes/admin/app.ts'
import { type AccessValues, accessBody, accessError } from '../../../../components/admin/access-values.ts'
import {
  errorsAtPointers,
  type FieldErrors,
  type FormRules,
  parsePointer,
  withoutUndefined,
} from '../../../../forms/form.ts'
import { normalizeText } from '../../../../forms/typed-text.ts'
import { access as accessWords } from '../../../../words/admin/admin.ts'
import { apps as words } from '../../../../words/admin/apps.ts'
import { wordsForProblem } from '../../../../words/problems.ts'
import { nameError, uriText } from '../problem-text.ts'
import { PROVIDER } from '../software/setup-values.ts'

/** `redirect` and `postLogout` are undefined while they follow the address. */
export type NewApp = {
  preset: Preset
  kind: App['kind']
  name: string
  address: string
  redirect: string | undefined
  postLogout: string | undefined
  access: AccessValues
  allowHttp: boolean
}
type NewAppErrors = FieldErrors<NewApp>

export function emptyApp(preset: Preset): NewApp {
  const isNamed = preset !== 'spa' && preset !== 'other'
  return {
    preset,
    kind: presets[preset].kind,
    name: isNamed ? words.presets[preset].name : '',
    address: '',
    redirect: undefined,
    postLogout: undefined,
    access: { access: undefined, groupIds: [] },
    allowHttp: false,
  }
}

export function hasDefaultRedirect(preset: Preset): boolean {
  return presets[preset].redirectPath !== null
}

export function redirectOf({ preset, address, redirect }: NewApp): string {
  return redirect ?? redirectFor(preset, addressOf(address))
}

export function postLogoutOf(values: NewApp): string {
  return values.postLogout ?? defaultUris(values).postLogoutUris?.[0] ?? ''
}

export function wantsHttp(values: NewApp): boolean {
  return redirectProblem(redirectOf(values).trim(), { kind: values.kind }) === 'private_http'
}

export const newAppForm = {
  validate(values) {
    const name = normalizeText(values.name)
    const address = addressOf(values.address)
    const missing = hasDefaultRedirect(values.preset) ? words.addressMissing : undefined
    const badAddress = launchProblem(address)
    const addressError = address === '' ? missing : badAddress && uriText(badAddress)
    const redirect = redirectOf(values).trim()
    const problem = redirect === '' ? undefined : redirectProblem(redirect, values)
    const postLogout = values.postLogout?.trim() ?? ''
    const postLogoutProblem = postLogout === '' ? undefined : redirectProblem(postLogout, values)
    return withoutUndefined<NewAppErrors>({
      name: nameError(name),
      address: addressError,
      // A default from an invalid address would only repeat the error.
      redirect:
        addressError && (redirect === '' || values.redirect === undefined)
          ? undefined
          : redirect === ''
            ? words.redirectMissing
            : problem && uriText(problem),
      postLogout: postLogoutProblem && uriText(postLogoutProblem),
      ...accessError(values.access),
    })
  },
  body(values): BodyOf<typeof createApp> {
    const { preset, kind } = values
    const postLogout = values.postLogout?.trim()
    return {
      preset,
      kind,
      name: normalizeText(values.name),
      redirectUris: [redirectOf(values).trim()],
      ...accessBody(values.access),
      ...(values.allowHttp ? { allowHttp: true } : {}),
      ...defaultUris(values),
      ...(postLogout === undefined ? {} : { postLogoutUris: postLogout === '' ? [] : [postLogout] }),
    }
  },
  serverErrors(error) {
    if (error.code === 'app_name_taken') return { name: wordsForProblem('app_name_taken', '').title }
    const errors = errorsAtPointers<Record<string, string>>(error, {
      name: () => words.nameWrong(APP_NAME_MAX),
      redirectUris: uriText,
      postLogoutUris: uriText,
      groupIds: () => accessWords.groupMissing,
    })
    // The other URIs follow from the address.
    const other = error.fields?.find(({ path }) => !Object.hasOwn(errors, parsePointer(path)[0] ?? ''))
    return withoutUndefined<NewAppErrors>({
      name: errors.name,
      redirect: errors.redirectUris,
      postLogout: errors.postLogoutUris,
      access: errors.groupIds,
      address: other && uriText(other.code),
    })
  },
} satisfies FormRules<NewApp>

/** A bare host means https, and http on localhost. */
export function addressOf(typed: string): string {
  const text = typed.trim().replace(/\/+$/, '')
  if (text === '' || /^[a-z][a-z0-9+.-]*:\/\//i.test(text)) return text
  return `${/^(?:localhost|127\.0\.0\.1|\[::1\])(?::|\/|$)/.test(text) ? 'http' : 'https'}://${text}`
}

/** The redirect URI of known software, or nothing for other apps. */
export function redirectFor(preset: Preset, address: string): string {
  const path = presets[preset].redirectPath
  return path === null || address === '' ? '' : address + path.replace('{name}', PROVIDER)
}

type DefaultUris = Partial<Pick<App, 'launchUrl' | 'postLogoutUris' | 'backchannelLogoutUri'>>

/** The other URIs that follow from the address; those that the server would refuse are left out. */
export function defaultUris(values: NewApp): DefaultUris {
  const { preset, kind, allowHttp } = values
  const address = addressOf(values.address)
  if (address === '' || launchProblem(address)) return {}
  const uris: DefaultUris = { launchUrl: address }
  const home = preset === 'grafana' ? `${address}/login` : `${address}/`
  if (!redirectProblem(home, { kind, allowHttp })) uris.postLogoutUris = [home]
  const path = presets[preset].backchannelPath?.replace('{name}', PROVIDER)
  const backchannel = path?.startsWith('/')
    ? address + path
    : path?.replace('{redirect}', () => redirectOf(values).trim())
  if (backchannel && !redirectProblem(backchannel, { kind: 'web', allowHttp })) uris.backchannelLogoutUri = backchannel
  return uris
}
