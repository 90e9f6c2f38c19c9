import { ACCESS_TTL, REFRESH_IDLE, REFRESH_MAX } from '@countersign/contract/limits/app-limits.ts'
import { presets } from '@countersign/contract/preset.ts'
import type { BodyOf } from '@countersign/contract/route.ts'
import type { App, createApp } from '@countersign/contract/routes/admin/app.ts'

export type NewApp = BodyOf<typeof createApp>
export type AppFields = Omit<
  App,
  'id' | 'clientId' | 'status' | 'logo' | 'secrets' | 'keys' | 'people' | 'lastSignInAt' | 'createdAt' | 'version'
>

export function applyDefaults({ clientId: _, ...given }: NewApp): AppFields {
  const { scopes, email, idTokenAlg, subjectType, authMethod } = presets[given.preset]
  const standard: Omit<AppFields, 'name' | 'kind' | 'preset' | 'redirectUris' | 'access'> = {
    launchUrl: null,
    authMethod: given.kind === 'web' ? secretMethod(authMethod) : 'none',
    jwks: null,
    postLogoutUris: [],
    allowedOrigins: given.kind === 'spa' ? originsOf(given.redirectUris) : [],
    backchannelLogoutUri: null,
    scopes,
    consent: 'first_time',
    subjectType,
    idTokenAlg,
    email,
    requirePar: false,
    requirePkce: true,
    allowHttp: false,
    introspectAppIds: [],
    tokenAudience: null,
    groupIds: [],
    accessSeconds: ACCESS_TTL.standardSeconds,
    refreshIdleSeconds: REFRESH_IDLE.standardSeconds,
    refreshMaxSeconds: REFRESH_MAX.standardSeconds,
  }
  const set = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined))
  return { ...standard, ...(set as typeof given & AppFields) } // the rest is in `standard`
}

/** A preset of public apps may be chosen for an app on a server. */
function secretMethod(method: App['authMethod']): App['authMethod'] {
  return method === 'none' ? 'client_secret_basic' : method
}

/** A single-page app calls the token endpoint from its redirect URI. */
function originsOf(uris: string[]): string[] {
  const web = uris.filter((uri) => /^https?:/.test(uri) && URL.canParse(uri))
  return [...new Set(web.map((uri) => new URL(uri).origin))]
}
