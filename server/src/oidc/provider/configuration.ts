/** oidc-provider as we run it: code with PKCE, nothing a browser could leak, our session behind everything. */

import { proofAlgorithms } from '@countersign/contract/app-keys.ts'
import { oidcPaths } from '@countersign/contract/endpoints.ts'
import {
  APP_CLOCK_SECONDS,
  CODE_TTL_MS,
  ID_TOKEN_TTL_MS,
  INTERACTION_TTL_MS,
  PAR_TTL_MS,
} from '@countersign/contract/limits/app-limits.ts'
import { ACR_FRESH, ACR_WALLET, scopes } from '@countersign/contract/scope.ts'
import { type Client, type Configuration, errors, type KoaContextWithOIDC } from 'oidc-provider'
import type { Context } from '../../context.ts'
import { cookieName } from '../../platform/http/cookies.ts'
import { useSessionByApp } from '../../session/extend-by-app.ts'
import { createAdapter } from '../adapters/adapter.ts'
import { grantIdFor, isOwnSession } from '../adapters/grant-id.ts'
import { askPerson, nameForPath } from '../interaction/interaction-cookie.ts'
import { takeWalletProof } from '../interaction/prove.ts'
import { createSigningKey, type OpenedKey } from '../keys/signing-key.ts'
import { endByApp, leaveTo } from '../sign-out/rp-initiated-logout.ts'
import { callApp } from '../sign-out/send-logout-token.ts'
import { findKnown } from '../tokens/claims.store.ts'
import { claimsAbout, claimsByScope, pairwiseSubject } from '../tokens/claims.ts'
import { jwtAccessTokens } from '../tokens/jwt-access-token.ts'
import { isAllowed } from './app-access.ts'
import { noteRevoked } from './audit-events.ts'
import { appOf, appOfClient } from './client-app.ts'
import { rememberKey, requireShortLife } from './client-assertion.ts'
import { createPolicy } from './interaction-policy.ts'
import { showProblem } from './render-error.ts'
import { requestRules } from './request-rules.ts'

const seconds = (ms: number) => Math.floor(ms / 1000)

export function configure(context: Context, keys: OpenedKey[]): Configuration {
  const { secure } = context.config
  return {
    adapter: createAdapter(context),
    jwks: { keys: keys.map(createSigningKey) },
    clientDefaults: { id_token_signed_response_alg: 'ES256', response_types: ['code'] },
    extraClientMetadata: { properties: ['countersign'] },
    clientBasedCORS: (_, origin, client) => appOfClient(client).allowedOrigins.includes(origin),
    findAccount: (ctx, personId, token) =>
      findAccount(context, ctx, { personId, token: token as BoundToken | undefined }), // every token of ours has these
    loadExistingGrant: (ctx) => loadGrant(ctx),
    pairwiseIdentifier: (_, personId, client) => pairwiseSubject(context, appOfClient(client).id, personId),
    // Every app is a sector of its own: there is nothing to fetch.
    sectorIdentifierUriValidate: () => false,
    interactions: { policy: createPolicy(context), url: (ctx, interaction) => askPerson(context, ctx, interaction) },
    renderError: (ctx, out, error) => showProblem(ctx, out, error),
    extraParams: requestRules,
    async assertJwtClientAuthClaimsAndHeader(ctx, claims, header, client) {
      requireShortLife(claims)
      rememberKey(context, ctx, { header, client })
    },
    // It would refuse the operator's own network, which is where most apps are.
    fetch: callApp,
    expiresWithSession: (ctx, code) => !mayStay(ctx.oidc.client, code),
    issueRefreshToken: (_, client, code) => mayStay(client, code),
    rotateRefreshToken: true,
    async revokeGrantPolicy(ctx) {
      await noteRevoked(context, ctx)
      return false
    },
    cookies: {
      names: {
        session: cookieName('session', secure),
        interaction: nameForPath('cs_int', secure),
        resume: nameForPath('cs_resume', secure),
      },
      long: { signed: false, httpOnly: true, sameSite: 'lax', path: '/', secure },
      short: { signed: false, httpOnly: true, sameSite: 'lax', secure },
    },
    ...PROTOCOL,
    ttl: {
      AuthorizationCode: seconds(CODE_TTL_MS),
      IdToken: seconds(ID_TOKEN_TTL_MS),
      Interaction: seconds(INTERACTION_TTL_MS),
      PushedAuthorizationRequest: seconds(PAR_TTL_MS),
      AccessToken: (_, __, client) => appOfClient(client).accessSeconds,
      RefreshToken: (_, token, client) => refreshSeconds(token, client),
      // Ours decide; these are only what oidc-provider would write if it could.
      Session: seconds(INTERACTION_TTL_MS),
      Grant: seconds(INTERACTION_TTL_MS),
    },
    features: featuresOf(context),
  }
}

function featuresOf(context: Context): Configuration['features'] {
  return {
    devInteractions: { enabled: false },
    dPoP: { enabled: false },
    revocation: { enabled: true, allowedPolicy: (_, client, token) => isOwnToken(client, token) },
    introspection: {
      enabled: true,
      allowedPolicy: async (ctx, client, token) => {
        const app = await findIntrospected(ctx, client, token)
        // As everywhere else, a token is worth nothing once its person may not enter the app.
        return app !== undefined && (await isAllowed(context, app, personOf(token))) && isInUse(context, token)
      },
    },
    userinfo: { enabled: true },
    backchannelLogout: { enabled: true },
    pushedAuthorizationRequests: { enabled: true },
    resourceIndicators: jwtAccessTokens,
    // Private keys stay with us. Its name for the state of this is pinned with its version.
    externalSigningSupport: { enabled: true, ack: 'experimental-01' },
    rpInitiatedLogout: {
      enabled: true,
      logoutSource: (ctx) => endByApp(context, ctx),
      postLogoutSuccessSource: (ctx) => leaveTo(ctx),
    },
  }
}

type OfClient = { clientId?: string | undefined }

/** An app may look at and end what it was given itself, and learns nothing of what others were. */
function isOwnToken(client: OfClient, token: OfClient): boolean {
  return token.clientId === client.clientId
}

/** The app whose token it is, if this client may introspect that app's tokens. */
async function findIntrospected(ctx: KoaContextWithOIDC, client: Client, token: OfClient) {
  if (isOwnToken(client, token)) return appOfClient(client)
  const other = token.clientId === undefined ? undefined : await ctx.oidc.provider.Client.find(token.clientId)
  const app = other && appOfClient(other)
  // A refresh token is between its app and us alone.
  const isAccess = 'kind' in token && token.kind === 'AccessToken'
  return app && isAccess && appOfClient(client).introspectAppIds.includes(app.id) ? app : undefined
}

/** Every token of ours is somebody's. */
function isOffline(token: object | undefined): boolean {
  return token !== undefined && (!('expiresWithSession' in token) || token.expiresWithSession !== true)
}

async function isInUse(context: Context, token: object): Promise<boolean> {
  const id = 'sessionUid' in token ? String(token.sessionUid) : ''
  return isOwnSession(id) && (await useSessionByApp(context, id, { offline: isOffline(token) })) !== undefined
}

function personOf(token: object): string {
  return 'accountId' in token ? String(token.accountId) : ''
}

const PROTOCOL: Pick<
  Configuration,
  | 'acrValues'
  | 'claims'
  | 'scopes'
  | 'subjectTypes'
  | 'responseTypes'
  | 'clientAuthMethods'
  | 'clockTolerance'
  | 'pkce'
  | 'routes'
  | 'conformIdTokenClaims'
  | 'allowOmittingSingleRegisteredRedirectUri'
  | 'enabledJWA'
> = {
  acrValues: [ACR_WALLET, ACR_FRESH],
  claims: claimsByScope,
  scopes: [...scopes],
  subjectTypes: ['pairwise', 'public'],
  responseTypes: ['code'],
  clientAuthMethods: ['client_secret_basic', 'client_secret_post', 'private_key_jwt', 'none'],
  clockTolerance: APP_CLOCK_SECONDS,
  pkce: { required: (_, client) => appOfClient(client).requirePkce },
  // Much software reads nothing but the ID token.
  conformIdTokenClaims: false,
  allowOmittingSingleRegisteredRedirectUri: false,
  enabledJWA: {
    idTokenSigningAlgValues: ['ES256', 'RS256'],
    clientAuthSigningAlgValues: [...proofAlgorithms],
  },
  routes: oidcPaths,
}

/** Whether an app stays when the session of its person has run out. */
function mayStay(client: Client | undefined, { scopes }: { scopes: Set<string> }): boolean {
  return client?.grantTypeAllowed('refresh_token') === true && scopes.has('offline_access')
}

type BoundToken = { sessionUid?: string; expiresWithSession?: boolean }
type About = { personId: string; token: BoundToken | undefined }

async function findAccount(context: Context, ctx: KoaContextWithOIDC, { personId, token }: About) {
  const sessionId = token?.sessionUid
  const id = sessionId ?? ctx.oidc.session?.uid
  const offline = sessionId !== undefined && isOffline(token)
  const session = isOwnSession(id) ? await useSessionByApp(context, id, { offline }) : undefined
  if (session?.person.id !== personId) return undefined
  // Whoever is taken out of an app's groups is out of the app: its tokens are worth nothing from then on.
  if (sessionId !== undefined && !(await isAllowed(context, appOf(ctx), personId))) return undefined
  return {
    accountId: personId,
    async claims(use: string, scope: string) {
      const known = await findKnown(context.store, session.id)
      if (!known) throw new Error('a live session has no person')
      const { id: appId, email } = appOf(ctx)
      const subjectType = ctx.oidc.client?.subjectType === 'public' ? 'public' : 'pairwise'
      // An old token may be for more than the app may ask for by now.
      const may = new Set(ctx.oidc.client?.scope?.split(' '))
      const scopes = scope.split(' ').filter((each) => may.has(each))
      const claims = await claimsAbout(context, known, { scopes, app: { appId, subjectType, email } })
      const code = use === 'id_token' ? ctx.oidc.entities.AuthorizationCode : undefined
      const proof = code && scopes.includes('wallet_proof') && (await takeWalletProof(context, code))
      // oidc-provider makes the subject pairwise itself.
      return { ...claims, ...(proof ? { wallet_proof: proof } : {}), sub: personId }
    },
  }
}

/** What this person allowed this app, whenever and wherever that was. */
function loadGrant(ctx: KoaContextWithOIDC) {
  const { session, provider } = ctx.oidc
  requireStillAllowed(ctx)
  return session && isOwnSession(session.uid) ? provider.Grant.find(grantIdFor(session.uid, appOf(ctx).id)) : undefined
}

/** oidc-provider looks at these when a request comes, and not again when somebody has taken their time to decide. */
function requireStillAllowed({ oidc }: KoaContextWithOIDC): void {
  const { client, params, requestParamOIDCScopes } = oidc
  if (!client?.redirectUriAllowed(String(params?.redirect_uri))) throw new errors.InvalidRedirectUri()
  const may = new Set(client.scope?.split(' '))
  const over = [...requestParamOIDCScopes].find((scope) => !may.has(scope))
  if (over !== undefined) throw new errors.InvalidScope('requested scope is not allowed', over)
}

type Rotated = { iiat?: number | undefined }

/** Idle for so long, and never beyond the longest: counted from the first of the family. */
function refreshSeconds(token: Rotated, client: Client): number {
  const { refreshIdleSeconds, refreshMaxSeconds } = appOfClient(client)
  const now = Math.floor(Date.now() / 1000)
  const left = refreshMaxSeconds - (now - (token.iiat ?? now))
  return Math.max(1, Math.min(refreshIdleSeconds, left))
}
