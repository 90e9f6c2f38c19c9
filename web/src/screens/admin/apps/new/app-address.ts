/** Where an app lives, and the addresses that follow from it. */

import { launchProblem, redirectProblem } from '@countersign/contract/app-uri.ts'
import { presets } from '@countersign/contract/preset.ts'
import type { App, Preset } from '@countersign/contract/routes/admin/app.ts'
import { PROVIDER } from '../software/facts.ts'

/** What people type: a bare host is meant to be reached by https, one on this computer by http. */
export function addressOf(typed: string): string {
  const text = typed.trim().replace(/\/+$/, '')
  if (text === '' || /^[a-z][a-z0-9+.-]*:\/\//i.test(text)) return text
  return `${/^(?:localhost|127\.0\.0\.1|\[::1\])(?::|\/|$)/.test(text) ? 'http' : 'https'}://${text}`
}

/** What the software sends people back to, or nothing where only its maker knows. */
export function redirectFor(preset: Preset, address: string): string {
  const path = presets[preset].redirectPath
  return path === null || address === '' ? '' : address + path.replace('{name}', PROVIDER)
}

type Following = Partial<Pick<App, 'launchUrl' | 'postLogoutUris' | 'backchannelLogoutUri'>>

type Living = Pick<App, 'preset' | 'kind'> & { allowHttp?: boolean; address: string; redirect: string }

/** What else can be told from where it lives; what would be refused is left out rather than in the way. */
export function followingFrom({ preset, kind, allowHttp = false, address, redirect }: Living): Following {
  if (address === '' || launchProblem(address)) return {}
  const following: Following = { launchUrl: address }
  const home = preset === 'grafana' ? `${address}/login` : `${address}/`
  if (!redirectProblem(home, { kind, allowHttp })) following.postLogoutUris = [home]
  const path = presets[preset].backchannelPath?.replace('{name}', PROVIDER)
  const backchannel = path?.startsWith('/') ? address + path : path?.replace('{redirect}', () => redirect)
  if (backchannel && !redirectProblem(backchannel, { kind: 'web', allowHttp }))
    following.backchannelLogoutUri = backchannel
  return following
}
