/** An app of ours, as oidc-provider knows clients. */

import { redirectProblem } from '@countersign/contract/app-uri.ts'
import { clientIdSchema } from '@countersign/contract/schemas/admin/app.ts'
import type { Adapter, AdapterPayload, Client, Provider } from 'oidc-provider'
import { type AppRecord, type AppWithTest, findAppOfClient } from '../../apps/app.store.ts'
import { keysOf } from '../../apps/key-set.ts'
import type { Context } from '../../context.ts'
import { lentKeys } from '../self-test/lent-key.ts'
import { testAddress } from '../self-test/test-address.ts'
import { readOnly } from './read-only-adapter.ts'

/** Rides along with the client, so that nothing has to be looked up again. */
export type AppOfClient = Pick<
  AppRecord,
  | 'id'
  | 'kind'
  | 'consent'
  | 'email'
  | 'access'
  | 'groupIds'
  | 'allowedOrigins'
  | 'requirePkce'
  | 'introspectAppIds'
  | 'tokenAudience'
  | 'idTokenAlg'
  | 'scopes'
  | 'accessSeconds'
  | 'refreshIdleSeconds'
  | 'refreshMaxSeconds'
>

export function clientAdapter(context: Context): Adapter {
  return {
    ...readOnly,
    async find(clientId) {
      const app = await findNamed(context, clientId)
      if (app?.status !== 'active') return undefined
      return { ...toClient(app, redirectsOf(context, app)), ...proofOf(context, app) }
    },
  }
}

/** oidc-provider would write every client out in full to see whether it knows it. An app that is unchanged is known. */
export function rememberClients(context: Context, provider: Provider): void {
  const { Client } = provider
  const find = Client.find.bind(Client)
  const clients = new WeakMap<AppRecord, Client>()
  Client.find = async (clientId) => {
    const app = await findNamed(context, clientId)
    if (!app || isTested(context, app)) return find(clientId)
    const known = clients.get(app)
    if (known) return known
    const client = await find(clientId)
    if (client) clients.set(app, client)
    return client
  }
}

/** What it is then known by is not for later. */
function isTested(context: Context, { id, jwks, testUntil }: AppWithTest): boolean {
  return testUntil > context.now() || (jwks !== null && lentKeys(context, id).length > 0)
}

/** Anybody may name anything here, and not every text can be asked for in every database. */
async function findNamed({ store }: Context, clientId: string): Promise<AppWithTest | undefined> {
  return clientIdSchema.safeParse(clientId).success ? findAppOfClient(store, clientId) : undefined
}

/** While somebody tests the app, a code for it may also come to our own page. */
function redirectsOf({ config, now }: Context, { redirectUris, kind, testUntil }: AppWithTest): string[] {
  if (testUntil <= now()) return redirectUris
  const own = testAddress(config)
  return redirectProblem(own, { kind }) === undefined ? [...redirectUris, own] : redirectUris
}

function proofOf(context: Context, { id, authMethod, jwks }: AppRecord): Partial<AdapterPayload> {
  if (jwks !== null) return { jwks: { keys: [...keysOf(jwks), ...lentKeys(context, id)] } }
  // Secrets are compared by their hashes; this only has to be there.
  return authMethod === 'none' ? {} : { client_secret: 'kept-as-hashes' }
}

function toClient(app: AppRecord, redirectUris: string[]): AdapterPayload {
  const { id, kind, consent, email, access, groupIds, allowedOrigins } = app
  const {
    requirePkce,
    introspectAppIds,
    tokenAudience,
    idTokenAlg,
    scopes,
    accessSeconds,
    refreshIdleSeconds,
    refreshMaxSeconds,
  } = app
  const countersign: AppOfClient = {
    id,
    kind,
    consent,
    email,
    access,
    groupIds,
    allowedOrigins,
    requirePkce,
    introspectAppIds,
    tokenAudience,
    idTokenAlg,
    scopes,
    accessSeconds,
    refreshIdleSeconds,
    refreshMaxSeconds,
  }
  return {
    client_id: app.clientId,
    client_name: app.name,
    application_type: kind === 'native' ? 'native' : 'web',
    token_endpoint_auth_method: app.authMethod,
    redirect_uris: redirectUris,
    post_logout_redirect_uris: app.postLogoutUris,
    response_types: ['code'],
    response_modes: ['query'],
    grant_types: app.scopes.includes('offline_access')
      ? ['authorization_code', 'refresh_token']
      : ['authorization_code'],
    scope: app.scopes.join(' '),
    subject_type: app.subjectType,
    // Each app is a sector of its own, whatever hosts it has. Never fetched.
    ...(app.subjectType === 'pairwise' ? { sector_identifier_uri: `https://sector.invalid/${id}` } : {}),
    id_token_signed_response_alg: app.idTokenAlg,
    require_pushed_authorization_requests: app.requirePar,
    ...(app.backchannelLogoutUri === null
      ? {}
      : { backchannel_logout_uri: app.backchannelLogoutUri, backchannel_logout_session_required: true }),
    countersign,
  }
}
