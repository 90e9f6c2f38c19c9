import { launchProblem, redirectProblem, type UriProblem } from '@countersign/contract/app-uri.ts'
import { AppError, type FieldProblem } from '@countersign/contract/errors.ts'
import { ACCESS_TTL, REFRESH_IDLE, REFRESH_MAX } from '@countersign/contract/limits/app-limits.ts'
import { scopes as allScopes } from '@countersign/contract/scope.ts'
import { keySetProblem, normalizeKeySet } from './key-set.ts'
import type { AppFields } from './preset.ts'

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
    jwks: app.jwks === null ? null : normalizeKeySet(app.jwks),
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
