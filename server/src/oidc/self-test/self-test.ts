/**
 * A test of an app: the browser of whoever runs it goes through the real flow and comes back to our own page instead of
 * the app's. What the app would do then is done here, at our own endpoints, with the settings of the app.
 */

import { createHash } from 'node:crypto'
import { AppError } from '@countersign/contract/errors.ts'
import { INTERACTION_TTL_MS } from '@countersign/contract/limits/app-limits.ts'
import type { AnswerOf, BodyOf } from '@countersign/contract/route.ts'
import type { finishAppTest, TestStep } from '@countersign/contract/routes/admin/app-test.ts'
import type { Provider } from 'oidc-provider'
import { type AppRecord, allowAppTest, findApp } from '../../apps/app.store.ts'
import type { Context } from '../../context.ts'
import { sha256 } from '../../platform/crypto/hash.ts'
import { newToken } from '../../platform/crypto/id.ts'
import { consumeItem, findItem, saveItem } from '../adapters/oidc-item.store.ts'
import { askOwn, type OwnAnswer } from './call-provider.ts'
import { type Asked, problemIn, readIdToken } from './check-id-token.ts'
import { type AsApp, speakFor } from './speak-for.ts'
import { testAddress } from './test-address.ts'

const MODEL = 'AppTest'
const SECRET_BYTES = 32

/** What is remembered between going and coming back. */
type Begun = { appId: string; personId: string; verifier: string; nonce: string }
type Who = { id: string; personId: string }

export async function beginTest(context: Context, provider: Provider, { id, personId }: Who): Promise<{ url: string }> {
  const { store, config } = context
  const app = await requireActive(context, id)
  const state = newToken(context, SECRET_BYTES)
  const verifier = newToken(context, SECRET_BYTES)
  const nonce = newToken(context, SECRET_BYTES)
  const expiresAt = context.now() + INTERACTION_TTL_MS
  const begun: Begun = { appId: id, personId, verifier, nonce }
  await store.transaction(async (queries) => {
    await allowAppTest(queries, id, expiresAt)
    const kept = { payload: JSON.stringify(begun), grantId: null, sessionId: null, expiresAt }
    await saveItem(queries, { model: MODEL, idHash: sha256(state), ...kept })
  })
  const params = {
    client_id: app.clientId,
    redirect_uri: testAddress(config),
    response_type: 'code',
    scope: app.scopes.join(' '),
    state,
    nonce,
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
  }
  if (app.requirePar) return { url: await push(context, provider, app, params) }
  return { url: `${config.origin}/oidc/authorize?${new URLSearchParams(params)}` }
}

/** What is refused here comes back to the page like any other refusal. */
async function push(
  context: Context,
  provider: Provider,
  app: AppRecord,
  params: Record<string, string>,
): Promise<string> {
  const { config } = context
  const { status, json } = await speakFor(context, app, (asApp) =>
    askOwn(context, provider, { method: 'POST', path: '/par', ...asApp(params) }),
  )
  const { request_uri: uri, error, error_description: description } = json
  if (status === 201)
    return `${config.origin}/oidc/authorize?${new URLSearchParams({ client_id: app.clientId, request_uri: String(uri) })}`
  const refused = { state: params.state ?? '', error: String(error), error_description: String(description) }
  return `${testAddress(config)}?${new URLSearchParams(refused)}`
}

type Brought = BodyOf<typeof finishAppTest>
type Result = AnswerOf<typeof finishAppTest>

export async function finishTest(
  context: Context,
  provider: Provider,
  { id, personId, brought }: Who & { brought: Brought },
): Promise<Result> {
  const begun = await takeBegun(context, { id, personId, state: brought.state })
  const app = await requireActive(context, id)
  await allowAppTest(context.store, id, 0)
  const problem = problemOfAnswer(context, brought)
  if (problem !== null) return { steps: [{ step: 'authorize', problem }], idToken: null, userinfo: null }
  return speakFor(context, app, (asApp) => redeem({ context, provider, app, asApp }, begun, brought.code ?? ''))
}

type World = { context: Context; provider: Provider; app: AppRecord; asApp: AsApp }

/** As the app would: the code for tokens, the ID token checked with our published keys, then what userinfo says. */
async function redeem({ context, provider, app, asApp }: World, begun: Begun, code: string): Promise<Result> {
  const steps: TestStep[] = [{ step: 'authorize', problem: null }]
  const result: Result = { steps, idToken: null, userinfo: null }
  const ask = (path: string, form: Record<string, string>) =>
    askOwn(context, provider, { method: 'POST', path, ...asApp(form) })

  const redirect = { redirect_uri: testAddress(context.config), code_verifier: begun.verifier }
  const tokens = await ask('/token', { grant_type: 'authorization_code', code, ...redirect })
  steps.push({ step: 'token', problem: problemOf(tokens) })
  if (tokens.status !== 200) return result
  const { id_token: idToken, access_token: accessToken, refresh_token: refreshToken } = tokens.json

  const jwks = await askOwn(context, provider, { method: 'GET', path: '/jwks' })
  const asked: Asked = { issuer: issuerOf(context), app, nonce: begun.nonce, now: context.now() }
  const read = readIdToken(String(idToken), jwks.json, asked)
  steps.push({ step: 'id_token', problem: read.problem })
  result.idToken = read.claims
  // A JWT access token is for the API, not for userinfo.
  if (read.problem === null && app.tokenAudience === null) {
    const authorization = `Bearer ${accessToken}`
    const info = await askOwn(context, provider, { method: 'GET', path: '/userinfo', authorization })
    steps.push({ step: 'userinfo', problem: problemOf(info) ?? problemIn(info.json, read.claims) })
    result.userinfo = info.status === 200 ? info.json : null
  }
  // Nobody is left with tokens of a test.
  for (const token of [refreshToken, app.tokenAudience === null ? accessToken : undefined])
    if (typeof token === 'string') await ask('/revoke', { token })
  return result
}

async function requireActive({ store }: Context, id: string): Promise<AppRecord> {
  const app = await findApp(store, id)
  if (!app) throw new AppError('not_found')
  if (app.status !== 'active') throw new AppError('app_disabled')
  return app
}

/** Once, and only by the person who began it. */
async function takeBegun({ store, now }: Context, { id, personId, state }: Who & { state: string }): Promise<Begun> {
  const key = { model: MODEL, idHash: sha256(state) }
  const item = await findItem(store, key)
  const begun: Begun | undefined = item && item.expiresAt > now() ? JSON.parse(item.payload) : undefined
  if (begun?.appId !== id || begun.personId !== personId) throw new AppError('interaction_expired')
  if (!(await consumeItem(store, { ...key, now: now(), graceFrom: Number.MAX_SAFE_INTEGER })))
    throw new AppError('interaction_expired')
  return begun
}

/** An app that does not look at the issuer can be handed a code of another. */
function problemOfAnswer(context: Context, { error, errorDescription, code, iss }: Brought): string | null {
  if (error !== undefined) return errorDescription === undefined ? error : `${error}: ${errorDescription}`
  if (iss !== issuerOf(context)) return 'iss'
  return code === undefined ? 'code' : null
}

function problemOf({ status, json }: OwnAnswer): string | null {
  if (status === 200) return null
  const { error = status, error_description: description } = json
  return description === undefined ? String(error) : `${error}: ${description}`
}

function issuerOf({ config }: Context): string {
  return `${config.origin}/oidc`
}
