/** An admin's browser goes through the real code flow, but returns to our own page; from there the server acts as the app. */

import { AppError } from '@countersign/contract/error/errors.ts'
import { INTERACTION_TTL_MS } from '@countersign/contract/limits/app-limits.ts'
import type { AnswerOf, BodyOf } from '@countersign/contract/route.ts'
import type { finishAppTest, TestStep } from '@countersign/contract/routes/admin/app.ts'
import type { Provider } from 'oidc-provider'
import { type AppRecord, requireApp } from '../../apps/app.ts'
import { endTest, startTest, type TestCredential, withTestCredential } from '../../apps/test-credential.ts'
import type { Acting } from '../../call.ts'
import type { Context } from '../../context.ts'
import { sha256 } from '../../platform/crypto/hash.ts'
import { newToken } from '../../platform/crypto/id.ts'
import { testRedirectUri } from '../adapters/client-adapter.ts'
import { consumeItem, findItem, saveItem } from '../adapters/oidc-item.store.ts'
import { authenticateClient, callProvider, type ProviderResponse } from './call-provider.ts'
import { checkIdToken } from './check-id-token.ts'

const MODEL = 'AppTest'
const SECRET_BYTES = 32

type PendingTest = { appId: string; personId: string; verifier: string; nonce: string }
type TestRun = { context: Context; provider: Provider; app: AppRecord }

export async function beginTest(
  context: Context,
  provider: Provider,
  { id, by }: { id: string; by: Acting },
): Promise<{ url: string }> {
  const { config } = context
  const app = await requireActiveApp(context, id)
  const state = newToken(context, SECRET_BYTES)
  const verifier = newToken(context, SECRET_BYTES)
  const nonce = newToken(context, SECRET_BYTES)
  const expiresAt = context.now() + INTERACTION_TTL_MS
  const pending: PendingTest = { appId: id, personId: by.actorId, verifier, nonce }
  await by.transaction(async (queries) => {
    await startTest(context, queries, { by, app, until: expiresAt })
    await saveItem(queries, { model: MODEL, idHash: sha256(state), payload: JSON.stringify(pending), expiresAt })
  })
  const params = {
    client_id: app.clientId,
    redirect_uri: testRedirectUri(config),
    response_type: 'code',
    scope: app.scopes.join(' '),
    state,
    nonce,
    code_challenge: sha256(verifier).toString('base64url'),
    code_challenge_method: 'S256',
  }
  if (app.requirePar) return { url: await pushRequest({ context, provider, app }, params) }
  return { url: authorizeUrl(context, params) }
}

function authorizeUrl(context: Context, params: Record<string, string>): string {
  return `${issuerOf(context)}/authorize?${new URLSearchParams(params)}`
}

/** A rejected request is reported by the test page, like a rejected authorization. */
async function pushRequest(test: TestRun, params: Record<string, string>): Promise<string> {
  const { context, app } = test
  const { status, json } = await withTestCredential(context, app, (credential) =>
    postAsApp(test, credential, '/par', params),
  )
  const { request_uri: uri, error, error_description: description } = json
  if (status === 201) return authorizeUrl(context, { client_id: app.clientId, request_uri: String(uri) })
  const rejected = { state: params.state ?? '', error: String(error), error_description: String(description) }
  return `${testRedirectUri(context.config)}?${new URLSearchParams(rejected)}`
}

async function postAsApp(
  { context, provider, app }: TestRun,
  credential: TestCredential,
  path: string,
  form: Record<string, string>,
): Promise<ProviderResponse> {
  const authenticated = await authenticateClient(form, { app, credential, issuer: issuerOf(context) })
  return callProvider(context, provider, { method: 'POST', path, ...authenticated })
}

type AuthorizationResponse = BodyOf<typeof finishAppTest>
type Result = AnswerOf<typeof finishAppTest>

export async function finishTest(
  context: Context,
  provider: Provider,
  { id, personId, response }: { id: string; personId: string; response: AuthorizationResponse },
): Promise<Result> {
  const pending = await takePending(context, { id, personId, state: response.state })
  const app = await requireActiveApp(context, id)
  await endTest(context, id)
  const problem = checkResponse(context, response)
  if (problem !== null) return { steps: [{ step: 'authorize', problem }], idToken: null, userinfo: null }
  return withTestCredential(context, app, (credential) =>
    redeemCode({ context, provider, app }, { credential, pending, code: response.code ?? '' }),
  )
}

type CodeExchange = { credential: TestCredential; pending: PendingTest; code: string }

async function redeemCode(test: TestRun, { credential, pending, code }: CodeExchange): Promise<Result> {
  const { context, provider, app } = test
  const steps: TestStep[] = [{ step: 'authorize', problem: null }]
  const result: Result = { steps, idToken: null, userinfo: null }
  const post = (path: string, form: Record<string, string>) => postAsApp(test, credential, path, form)

  const redirect = { redirect_uri: testRedirectUri(context.config), code_verifier: pending.verifier }
  const tokens = await post('/token', { grant_type: 'authorization_code', code, ...redirect })
  steps.push({ step: 'token', problem: errorOf(tokens) })
  if (tokens.status !== 200) return result
  const { id_token: idToken, access_token: accessToken, refresh_token: refreshToken } = tokens.json

  const jwks = await callProvider(context, provider, { method: 'GET', path: '/jwks' })
  const { clientId, idTokenAlg: alg } = app
  const expected = { issuer: issuerOf(context), clientId, alg, nonce: pending.nonce, now: context.now() }
  const { claims, problem } = await checkIdToken(String(idToken), jwks.json, expected)
  steps.push({ step: 'id_token', problem })
  result.idToken = claims
  // A JWT access token is for the API, not for userinfo.
  if (problem === null && app.tokenAudience === null) {
    const authorization = `Bearer ${accessToken}`
    const userinfo = await callProvider(context, provider, { method: 'GET', path: '/userinfo', authorization })
    steps.push({ step: 'userinfo', problem: errorOf(userinfo) ?? (userinfo.json.sub === claims.sub ? null : 'sub') })
    result.userinfo = userinfo.status === 200 ? userinfo.json : null
  }
  for (const token of [refreshToken, app.tokenAudience === null ? accessToken : undefined])
    if (typeof token === 'string') await post('/revoke', { token })
  return result
}

async function requireActiveApp({ store }: Context, id: string): Promise<AppRecord> {
  const app = await requireApp(store, id)
  if (app.status !== 'active') throw new AppError('app_disabled')
  return app
}

/** Succeeds once, and only for the person who began the test. */
async function takePending(
  { store, now }: Context,
  { id, personId, state }: { id: string; personId: string; state: string },
): Promise<PendingTest> {
  const key = { model: MODEL, idHash: sha256(state) }
  const item = await findItem(store, key)
  const pending: PendingTest | undefined = item && item.expiresAt > now() ? JSON.parse(item.payload) : undefined
  if (pending?.appId !== id || pending.personId !== personId) throw new AppError('interaction_expired')
  if (!(await consumeItem(store, key, { now: now() }))) throw new AppError('interaction_expired')
  return pending
}

/** Checks `iss` (RFC 9207) against mix-up attacks. */
function checkResponse(context: Context, { error, errorDescription, code, iss }: AuthorizationResponse): string | null {
  if (error !== undefined) return errorDescription === undefined ? error : `${error}: ${errorDescription}`
  if (iss !== issuerOf(context)) return 'iss'
  return code === undefined ? 'code' : null
}

function errorOf({ status, json }: ProviderResponse): string | null {
  if (status === 200) return null
  const { error = status, error_description: description } = json
  return description === undefined ? String(error) : `${error}: ${description}`
}

function issuerOf({ config }: Context): string {
  return `${config.origin}/oidc`
}
