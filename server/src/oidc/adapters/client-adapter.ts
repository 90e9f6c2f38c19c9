import { redirectProblem, withRootForms } from '@countersign/contract/app/app-uri.ts'
import type { Adapter, AdapterPayload } from 'oidc-provider'
import { type AppRecord, findCachedApp, type TestableApp } from '../../apps/app.ts'
import { keysOf } from '../../apps/key-set.ts'
import type { Config } from '../../config.ts'
import type { Context } from '../../context.ts'
import type { ClientApp } from '../provider/client-app.ts'
import { readOnlyAdapter } from './read-only-adapter.ts'

export function clientAdapter(context: Context): Adapter {
  return {
    ...readOnlyAdapter,
    async find(clientId) {
      const app = await findCachedApp(context.store, clientId)
      return app?.status === 'active' ? toClient(context, app) : undefined
    },
  }
}

function toClient(context: Context, { testUntil, testKeys, ...app }: TestableApp): AdapterPayload {
  const now = context.now()
  const keys = app.jwks === null ? [] : keysOf(app.jwks)
  const validTestKeys = testKeys.filter(({ expiresAt }) => expiresAt > now).map(({ key }) => key)
  const countersign: ClientApp = { ...app, keys }
  return {
    client_id: app.clientId,
    client_name: app.name,
    application_type: app.kind === 'native' ? 'native' : 'web',
    token_endpoint_auth_method: app.authMethod,
    ...(app.jwks === null ? {} : { jwks: { keys: [...keys, ...validTestKeys] } }),
    // Required by oidc-provider; secrets are compared by their hashes.
    ...(app.jwks === null && app.authMethod !== 'none' ? { client_secret: 'stored-as-hash' } : {}),
    redirect_uris: testUntil > now ? withTestRedirect(context, app) : app.redirectUris,
    post_logout_redirect_uris: withRootForms(app.postLogoutUris),
    response_types: ['code'],
    response_modes: ['query'],
    grant_types: app.scopes.includes('offline_access')
      ? ['authorization_code', 'refresh_token']
      : ['authorization_code'],
    scope: app.scopes.join(' '),
    subject_type: app.subjectType,
    // Each app is its own sector, whatever its hosts. Never fetched.
    ...(app.subjectType === 'pairwise' ? { sector_identifier_uri: `https://sector.invalid/${app.id}` } : {}),
    id_token_signed_response_alg: app.idTokenAlg,
    require_pushed_authorization_requests: app.requirePar,
    ...(app.backchannelLogoutUri === null
      ? {}
      : { backchannel_logout_uri: app.backchannelLogoutUri, backchannel_logout_session_required: true }),
    countersign,
  }
}

function withTestRedirect({ config }: Context, { redirectUris, kind }: AppRecord): string[] {
  const uri = testRedirectUri(config)
  return redirectProblem(uri, { kind }) === undefined ? [...redirectUris, uri] : redirectUris
}

export function testRedirectUri({ origin }: Config): string {
  return `${origin}/admin/apps/test`
}
