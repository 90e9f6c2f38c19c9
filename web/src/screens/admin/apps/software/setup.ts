import type { App, Preset } from '@countersign/contract/routes/admin/app.ts'
import { parseUrl } from '@countersign/contract/url/parse-url.ts'
import { gitea, nextcloud, oauth2Proxy } from './command-lines.ts'
import { apache, grafana, outline } from './config-files.ts'
import { authJs, openidClient, singlePage } from './javascript.ts'
import { type SetupFile, type SetupValues, UNKNOWN_SECRET } from './setup-values.ts'

const software: Record<Exclude<Preset, 'other'>, (values: SetupValues) => SetupFile[]> = {
  grafana,
  gitea,
  nextcloud,
  outline,
  apache,
  oauth2_proxy: oauth2Proxy,
  authjs: authJs,
  spa: singlePage,
}

type Site = { origin: string; name: string; secret: string | null }

export function setupFiles(app: App, site: Site): SetupFile[] {
  const { preset, kind } = app
  const values = setupValues(app, site)
  if (preset === 'other') {
    if (kind === 'native') return []
    return kind === 'spa' ? singlePage(values) : openidClient(values)
  }
  // These templates configure a secret.
  return values.key ? [] : software[preset](values)
}

function setupValues(app: App, { origin, name, secret }: Site): SetupValues {
  const redirectUri = app.redirectUris[0] ?? ''
  return {
    issuer: `${origin}/oidc`,
    site: name,
    clientId: app.clientId,
    secret: secret ?? UNKNOWN_SECRET,
    redirectUri,
    address: (app.launchUrl ?? originOf(redirectUri)).replace(/\/+$/, ''),
    postLogoutUri: app.postLogoutUris[0],
    scope: app.scopes.join(' '),
    authMethod: app.authMethod,
    key: app.keys[0],
    idTokenAlg: app.idTokenAlg,
  }
}

function originOf(uri: string): string {
  return (/^https?:/.test(uri) && parseUrl(uri)?.origin) || uri
}
