/** The address of an app, and the URIs that follow from it. */

import { launchProblem, redirectProblem } from '@countersign/contract/app-uri.ts'
import { presets } from '@countersign/contract/preset.ts'
import type { App, Preset } from '@countersign/contract/routes/admin/app.ts'
import { PROVIDER } from '../software/setup-values.ts'

/** A bare host means https, and http on this machine. */
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

type AppLocation = Pick<App, 'preset' | 'kind'> & { allowHttp?: boolean; address: string; redirect: string }

/** The other URIs that follow from the address; those that the server would refuse are left out. */
export function defaultUris({ preset, kind, allowHttp = false, address, redirect }: AppLocation): DefaultUris {
  if (address === '' || launchProblem(address)) return {}
  const uris: DefaultUris = { launchUrl: address }
  const home = preset === 'grafana' ? `${address}/login` : `${address}/`
  if (!redirectProblem(home, { kind, allowHttp })) uris.postLogoutUris = [home]
  const path = presets[preset].backchannelPath?.replace('{name}', PROVIDER)
  const backchannel = path?.startsWith('/') ? address + path : path?.replace('{redirect}', () => redirect)
  if (backchannel && !redirectProblem(backchannel, { kind: 'web', allowHttp })) uris.backchannelLogoutUri = backchannel
  return uris
}
