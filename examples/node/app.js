/**
 * A small app with openid-client: sign-in, claims, refresh, sign-out and back-channel logout. In Countersign, add a
 * custom app with these settings:
 *   App URL                    APP_URL, such as http://localhost:8080
 *   Redirect URI               APP_URL/callback
 *   Post-logout redirect URI   APP_URL/
 *   Back-channel logout URI    APP_URL/backchannel-logout (under Settings, optional)
 */

import { randomBytes } from 'node:crypto'
import { createServer } from 'node:http'
import { createRemoteJWKSet, jwtVerify } from 'jose'
import * as oidc from 'openid-client'

const { ISSUER, CLIENT_ID, CLIENT_SECRET, CLIENT_KEY, APP_URL, PORT = '8080' } = process.env
const SCOPE = 'openid profile wallet groups offline_access'

// Plain http is for localhost only.
const local = new URL(ISSUER).protocol === 'http:' ? { execute: [oidc.allowInsecureRequests] } : undefined
const provider = await oidc.discovery(
  new URL(ISSUER),
  CLIENT_ID,
  { id_token_signed_response_alg: 'ES256' },
  CLIENT_KEY ? await byKey(JSON.parse(CLIENT_KEY)) : oidc.ClientSecretBasic(CLIENT_SECRET),
  local,
)
const keys = createRemoteJWKSet(new URL(provider.serverMetadata().jwks_uri))

/** private_key_jwt instead of a secret: a private P-256 JWK whose public key is registered with the provider. */
async function byKey(jwk) {
  const key = await crypto.subtle.importKey('jwk', jwk, { name: 'ECDSA', namedCurve: 'P-256' }, false, ['sign'])
  return oidc.PrivateKeyJwt({ key, kid: jwk.kid })
}

/** By cookie. An app with more than one process stores these in a database. */
const sessions = new Map()

const pages = {
  'GET /': async ({ session }) =>
    session.claims ? json(200, { claims: session.claims, sid: session.sid }) : json(401, { signIn: '/login' }),

  'GET /login': async ({ session }) => {
    const verifier = oidc.randomPKCECodeVerifier()
    session.asked = { verifier, state: oidc.randomState(), nonce: oidc.randomNonce() }
    const url = oidc.buildAuthorizationUrl(provider, {
      redirect_uri: `${APP_URL}/callback`,
      scope: SCOPE,
      code_challenge: await oidc.calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
      state: session.asked.state,
      nonce: session.asked.nonce,
    })
    return { redirect: url.href }
  },

  'GET /callback': async ({ session, url }) => {
    const { verifier, state, nonce } = session.asked ?? {}
    const tokens = await oidc.authorizationCodeGrant(provider, url, {
      pkceCodeVerifier: verifier,
      expectedState: state,
      expectedNonce: nonce,
    })
    const { sub, sid } = tokens.claims()
    const claims = await oidc.fetchUserInfo(provider, tokens.access_token, sub)
    return { redirect: '/', session: { tokens, claims, sid } }
  },

  'GET /refresh': async ({ session }) => {
    const tokens = await oidc.refreshTokenGrant(provider, session.tokens.refresh_token)
    session.tokens = { ...session.tokens, ...tokens }
    session.claims = await oidc.fetchUserInfo(provider, tokens.access_token, session.claims.sub)
    return { redirect: '/' }
  },

  'GET /logout': async ({ session }) => {
    const url = oidc.buildEndSessionUrl(provider, {
      id_token_hint: session.tokens?.id_token ?? '',
      post_logout_redirect_uri: `${APP_URL}/`,
    })
    return { redirect: url.href, session: {} }
  },

  'POST /backchannel-logout': async ({ body }) => {
    const { payload } = await jwtVerify(new URLSearchParams(body).get('logout_token') ?? '', keys, {
      issuer: ISSUER,
      audience: CLIENT_ID,
      typ: 'logout+jwt',
      algorithms: ['ES256'],
    })
    for (const [id, session] of sessions) if (session.sid === payload.sid) sessions.delete(id)
    return json(200, {})
  },
}

createServer(async (request, response) => {
  const url = new URL(request.url, APP_URL)
  const page = pages[`${request.method} ${url.pathname}`]
  const known = /(?:^|; )app=([\w-]{43})/.exec(request.headers.cookie ?? '')?.[1]
  const session = sessions.get(known) ?? {}
  try {
    const answer = page ? await page({ session, url, body: await read(request) }) : json(404, {})
    if (answer.session) sessions.delete(known)
    const id = keep(answer.session ?? session, answer.session ? undefined : known)
    response.setHeader('Set-Cookie', `app=${id}; HttpOnly; SameSite=Lax; Path=/`)
    if (answer.redirect) response.writeHead(303, { Location: answer.redirect }).end()
    else response.writeHead(answer.status, { 'Content-Type': 'application/json' }).end(answer.body)
  } catch (error) {
    response
      .writeHead(400, { 'Content-Type': 'application/json' })
      .end(JSON.stringify({ error: error.error ?? error.code ?? 'failed' }))
  }
}).listen(Number(PORT), '127.0.0.1', () => process.stdout.write(`listening on ${PORT}\n`))

/** Signing in or out changes the session id, to prevent session fixation. */
function keep(session, known) {
  const id = known ?? randomBytes(32).toString('base64url')
  if (session.asked || session.claims) sessions.set(id, session)
  return id
}

function json(status, value) {
  return { status, body: JSON.stringify(value) }
}

async function read(request) {
  let body = ''
  for await (const chunk of request) body += chunk
  return body.slice(0, 65_536)
}
