import { proofAlgorithms } from '@countersign/contract/app/app-keys.ts'
import { ACR_FRESH, ACR_PHONE, ACR_WALLET, scopes } from '@countersign/contract/app/scope.ts'
import { oidcPaths } from '@countersign/contract/endpoints.ts'
import {
  APP_CLOCK_SECONDS,
  CODE_TTL_MS,
  ID_TOKEN_TTL_MS,
  INTERACTION_TTL_MS,
  PAR_TTL_MS,
} from '@countersign/contract/limits/app-limits.ts'
import { type Client, type Configuration, errors, type KoaContextWithOIDC } from 'oidc-provider'
import type { Context } from '../../context.ts'
import { cookieName } from '../../platform/http/request/cookies.ts'
import { useSessionByApp } from '../../session/find-live-session.ts'
import { createAdapter } from '../adapters/adapter.ts'
import { grantIdFor, isSessionId } from '../adapters/grant-id.ts'
import { pathCookieName, startInteraction } from '../interaction/interaction-cookie.ts'
import { consumeWalletProof } from '../interaction/wallet-proof.ts'
import { type DecryptedKey, SigningKey } from '../keys/signing-key.ts'
import { handleEndSession, redirectAfterLogout } from '../sign-out/rp-initiated-logout.ts'
import { callApp } from '../sign-out/send-logout-token.ts'
import { findProfile } from '../tokens/claims.store.ts'
import { buildClaims, claimsByScope, pairwiseSubject } from '../tokens/claims.ts'
import { jwtAccessTokens } from '../tokens/jwt-access-token.ts'
import { isAllowed } from './app-access.ts'
import { getClientApp, getRequestApp } from './client-app.ts'
import { rememberSigningKey, requireShortLifetime } from './client-assertion.ts'
import { renderError } from './errors/render-error.ts'
import { createPolicy } from './requests/interaction-policy.ts'
import { requestRules } from './requests/request-rules.ts'

const seconds = (ms: number) => Math.floor(ms / 1000)

export function configure(context: Context, keys: DecryptedKey[]): Configuration {
  const { secure } = context.config
  return {
    adapter: createAdapter(context),
    jwks: { keys: keys.map((key) => new SigningKey(key)) },
    clientDefaults: { id_token_signed_response_alg: 'ES256', response_types: ['code'] },
    extraClientMetadata: { properties: ['countersign'] },
    clientBasedCORS: (_, origin, client) => getClientApp(client).allowedOrigins.includes(origin),
    findAccount: (ctx, personId, token) =>
      findAccount(context, ctx, { personId, token: token as IssuedToken | undefined }), // fields of our tokens
    loadExistingGrant: loadGrant,
    pairwiseIdentifier: (_, personId, client) => pairwiseSubject(context, getClientApp(client).id, personId),
    // Each app is its own sector: there is nothing to fetch.
    sectorIdentifierUriValidate: () => false,
    interactions: {
      policy: createPolicy(context),
      url: (ctx, interaction) => startInteraction(context, ctx, interaction),
    },
    renderError,
    extraParams: requestRules,
    async assertJwtClientAuthClaimsAndHeader(ctx, claims, header, client) {
      requireShortLifetime(claims)
      await rememberSigningKey(ctx, { header, client })
    },
    // Its default rejects private networks, where most apps run.
    fetch: callApp,
    expiresWithSession: (ctx, code) => !allowsOffline(ctx.oidc.client, code),
    issueRefreshToken: (_, client, code) => allowsOffline(client, code),
    rotateRefreshToken: true,
    // Consent stays.
    revokeGrantPolicy: () => false,
    cookies: {
      names: {
        session: cookieName('session', secure),
        interaction: pathCookieName('cs_int', secure),
        resume: pathCookieName('cs_resume', secure),
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
      AccessToken: (_, __, client) => getClientApp(client).accessSeconds,
      RefreshToken: (_, token, client) => refreshSeconds(token, client),
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
    revocation: { enabled: true, allowedPolicy: (_, client, token) => token.clientId === client.clientId },
    introspection: {
      enabled: true,
      allowedPolicy: (ctx, _, token) => mayIntrospect(context, ctx, token as IssuedToken), // fields of our tokens
    },
    userinfo: { enabled: true },
    backchannelLogout: { enabled: true },
    pushedAuthorizationRequests: { enabled: true },
    resourceIndicators: jwtAccessTokens,
    // `ack` names the state of this experimental feature in the pinned version.
    externalSigningSupport: { enabled: true, ack: 'experimental-01' },
    rpInitiatedLogout: {
      enabled: true,
      logoutSource: (ctx) => handleEndSession(context, ctx),
      postLogoutSuccessSource: redirectAfterLogout,
    },
  }
}

type IssuedToken = {
  kind?: string
  clientId?: string
  accountId?: string
  sessionUid?: string
  expiresWithSession?: boolean
}

/** Other apps may introspect access tokens only. */
async function mayIntrospect(context: Context, ctx: KoaContextWithOIDC, token: IssuedToken): Promise<boolean> {
  const { clientId = '', accountId = '', sessionUid, expiresWithSession } = token
  const caller = getRequestApp(ctx)
  const client = await ctx.oidc.provider.Client.find(clientId)
  if (!client || !isSessionId(sessionUid)) return false
  const app = getClientApp(client)
  if (app.id !== caller.id && !(token.kind === 'AccessToken' && caller.introspectAppIds.includes(app.id))) return false
  if (!(await isAllowed(context, app, accountId))) return false
  return (await useSessionByApp(context, sessionUid, { offline: !expiresWithSession })) !== undefined
}

const PROTOCOL = {
  acrValues: [ACR_WALLET, ACR_PHONE, ACR_FRESH],
  claims: claimsByScope,
  scopes: [...scopes],
  subjectTypes: ['pairwise', 'public'],
  responseTypes: ['code'],
  clientAuthMethods: ['client_secret_basic', 'client_secret_post', 'private_key_jwt', 'none'],
  clockTolerance: APP_CLOCK_SECONDS,
  pkce: { required: (_, client) => getClientApp(client).requirePkce },
  // Many apps read the ID token only.
  conformIdTokenClaims: false,
  allowOmittingSingleRegisteredRedirectUri: false,
  enabledJWA: {
    idTokenSigningAlgValues: ['ES256', 'RS256'],
    clientAuthSigningAlgValues: [...proofAlgorithms],
  },
  routes: oidcPaths,
} satisfies Configuration

function allowsOffline(client: Client | undefined, { scopes }: { scopes: Set<string> }): boolean {
  return client?.grantTypeAllowed('refresh_token') === true && scopes.has('offline_access')
}

type AccountQuery = { personId: string; token: IssuedToken | undefined }

async function findAccount(context: Context, ctx: KoaContextWithOIDC, { personId, token }: AccountQuery) {
  const sessionId = token?.sessionUid
  const id = sessionId ?? ctx.oidc.session?.uid
  const offline = sessionId !== undefined && !token?.expiresWithSession
  const session = isSessionId(id) ? await useSessionByApp(context, id, { offline }) : undefined
  if (session?.person.id !== personId) return undefined
  if (sessionId !== undefined && !(await isAllowed(context, getRequestApp(ctx), personId))) return undefined
  return {
    accountId: personId,
    async claims(use: string, scope: string) {
      const profile = await findProfile(context.store, session.id)
      if (!profile) throw new Error('a live session has no person')
      const app = getRequestApp(ctx)
      // The scopes of the app may have been reduced since the token was issued.
      const scopes = scope.split(' ').filter((each) => app.scopes.includes(each))
      const claims = await buildClaims(context, profile, { scopes, app })
      const code = use === 'id_token' ? ctx.oidc.entities.AuthorizationCode : undefined
      const proof = code && scopes.includes('wallet_proof') && (await consumeWalletProof(context, code))
      // oidc-provider derives the pairwise subject.
      return { ...claims, ...(proof ? { wallet_proof: proof } : {}), sub: personId }
    },
  }
}

function loadGrant(ctx: KoaContextWithOIDC) {
  requireStillAllowed(ctx)
  const id = ctx.oidc.session?.uid
  return isSessionId(id) ? ctx.oidc.provider.Grant.find(grantIdFor(id, getRequestApp(ctx).id)) : undefined
}

/** oidc-provider checks these with the request, but not again after the interaction. */
function requireStillAllowed({ oidc }: KoaContextWithOIDC): void {
  const { client, params, requestParamOIDCScopes } = oidc
  if (!client?.redirectUriAllowed(String(params?.redirect_uri))) throw new errors.InvalidRedirectUri()
  const denied = [...requestParamOIDCScopes].find((scope) => !getClientApp(client).scopes.includes(scope))
  if (denied !== undefined) throw new errors.InvalidScope('requested scope is not allowed', denied)
}

/** The idle lifetime, capped by the maximum since the first token of the family. */
function refreshSeconds(token: { iiat?: number | undefined }, client: Client): number {
  const { refreshIdleSeconds, refreshMaxSeconds } = getClientApp(client)
  const now = Math.floor(Date.now() / 1000)
  const left = refreshMaxSeconds - (now - (token.iiat ?? now))
  return Math.max(1, Math.min(refreshIdleSeconds, left))
}
