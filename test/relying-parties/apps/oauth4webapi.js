/** Express with oauth4webapi: the code flow, call by call. */

import express from 'express'
import session from 'express-session'
import * as oauth from 'oauth4webapi'

const { ISSUER, CLIENT_ID, CLIENT_SECRET, APP_URL, SESSION_SECRET, PORT } = process.env
const SCOPE = 'openid profile wallet groups'

const issuer = new URL(ISSUER)
// This issuer is on loopback; the library insists on https otherwise.
const insecure = { [oauth.allowInsecureRequests]: true }
const discovered = await oauth.discoveryRequest(issuer, insecure)
const server = await oauth.processDiscoveryResponse(issuer, discovered)
const client = { client_id: CLIENT_ID, id_token_signed_response_alg: 'ES256' }
const authentication = oauth.ClientSecretBasic(CLIENT_SECRET)
const callback = `${APP_URL}/callback`

const app = express()
app.use(session({ secret: SESSION_SECRET, resave: false, saveUninitialized: false }))

app.get('/', (request, response) => {
  if (!request.session.claims) return response.status(401).json({ error: 'signed_out' })
  response.json({ claims: request.session.claims })
})

app.get('/login', async (request, response) => {
  const [verifier, state, nonce] = [
    oauth.generateRandomCodeVerifier(),
    oauth.generateRandomState(),
    oauth.generateRandomNonce(),
  ]
  request.session.pending = { verifier, state, nonce }
  const url = new URL(server.authorization_endpoint)
  url.search = new URLSearchParams({
    client_id: CLIENT_ID,
    redirect_uri: callback,
    response_type: 'code',
    scope: SCOPE,
    state,
    nonce,
    code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
  })
  response.redirect(url.href)
})

app.get('/callback', async (request, response) => {
  const { verifier, state, nonce } = request.session.pending ?? {}
  const params = oauth.validateAuthResponse(server, client, new URL(request.url, APP_URL), state)
  const granted = await oauth.authorizationCodeGrantRequest(
    server,
    client,
    authentication,
    params,
    callback,
    verifier,
    insecure,
  )
  const options = { expectedNonce: nonce, requireIdToken: true }
  const tokens = await oauth.processAuthorizationCodeResponse(server, client, granted, options)
  await oauth.validateApplicationLevelSignature(server, granted, insecure)
  const { sub } = oauth.getValidatedIdTokenClaims(tokens)
  const told = await oauth.userInfoRequest(server, client, tokens.access_token, insecure)
  request.session.claims = await oauth.processUserInfoResponse(server, client, sub, told)
  request.session.idToken = tokens.id_token
  response.redirect('/')
})

app.get('/logout', (request, response) => {
  const url = new URL(server.end_session_endpoint)
  url.searchParams.set('id_token_hint', request.session.idToken)
  url.searchParams.set('post_logout_redirect_uri', `${APP_URL}/bye`)
  request.session.destroy(() => response.redirect(url.href))
})

app.get('/bye', (_, response) => response.json({ bye: true }))

app.use((error, _request, response, _next) => response.status(500).json({ error: error.error ?? String(error) }))

app.listen(Number(PORT), '127.0.0.1', () => process.stdout.write(`listening on ${PORT}\n`))
