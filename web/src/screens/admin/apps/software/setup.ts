/** Configuration files and commands for known software, with the values of an app. */

import type { App, Preset } from '@countersign/contract/routes/admin/app.ts'
import { apache } from './apache.ts'
import { authJs } from './auth-js.ts'
import { type Piece, type SetupFacts, UNKNOWN_SECRET } from './facts.ts'
import { gitea } from './gitea.ts'
import { grafana } from './grafana.ts'
import { nextcloud } from './nextcloud.ts'
import { oauth2Proxy } from './oauth2-proxy.ts'
import { openidClient } from './openid-client.ts'
import { outline } from './outline.ts'
import { singlePage } from './single-page.ts'

const software: Record<Exclude<Preset, 'other'>, (facts: SetupFacts) => Piece[]> = {
  grafana,
  gitea,
  nextcloud,
  outline,
  apache,
  oauth2_proxy: oauth2Proxy,
  authjs: authJs,
  spa: singlePage,
}

export function setupOf({ preset, kind }: Pick<App, 'preset' | 'kind'>, facts: SetupFacts): Piece[] {
  // These templates configure a secret.
  if (facts.key && preset !== 'other') return []
  if (preset !== 'other') return software[preset](facts)
  if (kind === 'native') return []
  return kind === 'spa' ? singlePage(facts) : openidClient(facts)
}

type Known = Pick<
  App,
  'clientId' | 'redirectUris' | 'postLogoutUris' | 'launchUrl' | 'scopes' | 'authMethod' | 'keys' | 'idTokenAlg'
>

export function factsOf(app: Known, { origin, site, secret }: { origin: string; site: string; secret: string | null }) {
  const redirectUri = app.redirectUris[0] ?? ''
  return {
    issuer: `${origin}/oidc`,
    site,
    clientId: app.clientId,
    secret: secret ?? UNKNOWN_SECRET,
    redirectUri,
    address: (app.launchUrl ?? originOf(redirectUri)).replace(/\/+$/, ''),
    postLogoutUri: app.postLogoutUris[0],
    scope: app.scopes.join(' '),
    authMethod: app.authMethod,
    key: app.keys[0],
    idTokenAlg: app.idTokenAlg,
  } satisfies SetupFacts
}

function originOf(uri: string): string {
  return /^https?:/.test(uri) && URL.canParse(uri) ? new URL(uri).origin : uri
}
