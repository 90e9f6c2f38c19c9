import { launchProblem, redirectProblem, type UriProblem } from '@countersign/contract/app/app-uri.ts'
import { presets } from '@countersign/contract/app/preset.ts'
import { scopes as allScopes } from '@countersign/contract/app/scope.ts'
import { AppError, type FieldProblem } from '@countersign/contract/error/errors.ts'
import { ACCESS_TTL, REFRESH_IDLE, REFRESH_MAX } from '@countersign/contract/limits/app-limits.ts'
import type { BodyOf } from '@countersign/contract/route.ts'
import type { App, createApp } from '@countersign/contract/routes/admin/app.ts'
import { keySetProblem, keysOf } from './key-set.ts'

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

export function requireValidApp(app: AppFields): void {
  const uris = uriProblems(app)
  if (uris.length > 0) throw new AppError('redirect_invalid', { fields: uris })
  const others = [...methodProblems(app), ...webOnlyProblems(app), ...keyProblems(app), ...timeProblems(app)]
  if (others.length > 0) throw new AppError('invalid_body', { fields: others })
}

export function normalizeApp<T extends AppFields>(app: T): T {
  const unique = (values: string[]) => [...new Set(values)]
  return {
    ...app,
    redirectUris: unique(app.redirectUris),
    postLogoutUris: unique(app.postLogoutUris),
    allowedOrigins: unique(app.allowedOrigins),
    introspectAppIds: unique(app.introspectAppIds),
    jwks: app.jwks === null ? null : JSON.stringify({ keys: keysOf(app.jwks) }),
    scopes: allScopes.filter((scope) => app.scopes.includes(scope)),
  }
}

function uriProblems(app: AppFields) {
  const { redirectUris, postLogoutUris, backchannelLogoutUri, launchUrl } = app
  const redirect = (uri: string) => redirectProblem(uri, app)
  const backchannel = (uri: string) => redirectProblem(uri, { ...app, kind: 'web' })
  return [
    ...listProblems('/redirectUris', redirectUris, redirect),
    ...listProblems('/postLogoutUris', postLogoutUris, redirect),
    ...oneProblem('/backchannelLogoutUri', backchannelLogoutUri, backchannel),
    ...oneProblem('/launchUrl', launchUrl, launchProblem),
  ]
}

type Check = (uri: string) => UriProblem | undefined

function listProblems(path: string, uris: string[], check: Check): FieldProblem[] {
  return uris.flatMap((uri, index) => oneProblem(`${path}/${index}`, uri, check))
}

function oneProblem(path: string, uri: string | null, check: Check): FieldProblem[] {
  const code = uri === null ? undefined : check(uri)
  return code ? [{ path, code }] : []
}

/** Apps on people's own devices cannot keep a secret; those on a server must authenticate. */
function methodProblems({ kind, authMethod, redirectUris }: AppFields): FieldProblem[] {
  const fits = (kind === 'web') === (authMethod !== 'none')
  return [
    ...(fits ? [] : [{ path: '/authMethod', code: kind === 'web' ? 'needs_secret' : 'no_secret' }]),
    ...(redirectUris.length > 0 ? [] : [{ path: '/redirectUris', code: 'too_small' }]),
  ]
}

/** Public apps have only PKCE, which browsers do not offer over plain http. */
function webOnlyProblems({ kind, requirePkce, allowHttp, introspectAppIds }: AppFields): FieldProblem[] {
  if (kind === 'web') return []
  return [
    ...(requirePkce ? [] : [{ path: '/requirePkce', code: 'web_only' }]),
    ...(allowHttp ? [{ path: '/allowHttp', code: 'web_only' }] : []),
    ...(introspectAppIds.length > 0 ? [{ path: '/introspectAppIds', code: 'web_only' }] : []),
  ]
}

function keyProblems({ authMethod, jwks }: AppFields): FieldProblem[] {
  const usesKeys = authMethod === 'private_key_jwt'
  if (jwks === null) return usesKeys ? [{ path: '/jwks', code: 'needs_keys' }] : []
  if (!usesKeys) return [{ path: '/jwks', code: 'not_with_secret' }]
  const found = keySetProblem(jwks)
  return found ? [{ path: found.at === null ? '/jwks' : `/jwks/${found.at}`, code: found.problem }] : []
}

function timeProblems(app: AppFields): FieldProblem[] {
  const ranges = { accessSeconds: ACCESS_TTL, refreshIdleSeconds: REFRESH_IDLE, refreshMaxSeconds: REFRESH_MAX }
  return (Object.keys(ranges) as (keyof typeof ranges)[]) // its own keys
    .filter((field) => app[field] < ranges[field].leastSeconds || app[field] > ranges[field].mostSeconds)
    .map((field) => ({ path: `/${field}`, code: 'out_of_range' }))
}
