/** oidc-provider with the same configuration and its in-memory adapter: the cost of the protocol alone. */

import { createHmac, generateKeyPairSync } from 'node:crypto'
import { createServer } from 'node:http'
import { Provider } from 'oidc-provider'

const port = Number(process.env.PORT)
const { CLIENT_ID: clientId, CLIENT_SECRET: clientSecret, REDIRECT_URI: redirectUri, SCOPE: scope } = process.env
const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
const key = { ...privateKey.export({ format: 'jwk' }), kid: 'bench', alg: 'ES256', use: 'sig' }
const subjectKey = Buffer.alloc(32, 7)
const people = new Map()

const provider = new Provider(`http://localhost:${port}/oidc`, {
  jwks: { keys: [key] },
  clients: [
    {
      client_id: clientId,
      client_secret: clientSecret,
      client_name: 'Bench',
      token_endpoint_auth_method: 'client_secret_basic',
      redirect_uris: [redirectUri],
      response_types: ['code'],
      grant_types: ['authorization_code'],
      scope,
      subject_type: 'pairwise',
      id_token_signed_response_alg: 'ES256',
    },
  ],
  findAccount: (_, id) => ({ accountId: id, claims: async () => ({ sub: id, ...people.get(id) }) }),
  pairwiseIdentifier: (_, id, client) =>
    createHmac('sha256', subjectKey).update(`${client.clientId} ${id}`).digest('base64url'),
  expiresWithSession: () => true,
  cookies: {
    names: { session: 'cs' },
    long: { signed: false, httpOnly: true, sameSite: 'lax', path: '/' },
    short: { signed: false, httpOnly: true, sameSite: 'lax' },
  },
  claims: {
    openid: ['sub', 'auth_time', 'acr', 'amr'],
    profile: ['name', 'preferred_username', 'picture', 'updated_at'],
    wallet: ['wallet', 'wallet_kind'],
    groups: ['groups'],
  },
  scopes: ['openid', 'profile', 'wallet', 'groups', 'offline_access'],
  subjectTypes: ['pairwise', 'public'],
  responseTypes: ['code'],
  clientAuthMethods: ['client_secret_basic', 'client_secret_post', 'none'],
  pkce: { required: () => true },
  conformIdTokenClaims: false,
  routes: { authorization: '/authorize', token: '/token', userinfo: '/userinfo' },
  ttl: { AuthorizationCode: 60, IdToken: 600, AccessToken: 600, Session: 86_400, Grant: 86_400, Interaction: 900 },
  features: {
    devInteractions: { enabled: false },
    dPoP: { enabled: false },
    revocation: { enabled: true },
    introspection: { enabled: true },
    userinfo: { enabled: true },
    backchannelLogout: { enabled: true },
    pushedAuthorizationRequests: { enabled: true },
    resourceIndicators: { enabled: false },
  },
})
const answer = provider.callback()

createServer(async (request, response) => {
  if (request.url === '/') return response.end('up')
  if (request.url === '/enter') return enter(response)
  request.originalUrl = request.url
  request.url = request.url.slice('/oidc'.length)
  return answer(request, response)
}).listen(port, '127.0.0.1')

/** A new signed-in person with a grant for the app. */
async function enter(response) {
  const number = people.size + 1
  const accountId = `per_${String(number).padStart(26, '0')}`
  const address = `0x${String(number).padStart(40, '0')}`
  people.set(accountId, {
    name: `${address.slice(0, 6)}…${address.slice(-4)}`,
    preferred_username: address,
    picture: `http://localhost:${port}/identicon/${address}.svg`,
    updated_at: Math.floor(Date.now() / 1000),
    wallet: `eip155:0:${address}`,
    wallet_kind: 'eoa',
    groups: [],
  })
  const grant = new provider.Grant({ accountId, clientId })
  grant.addOIDCScope(scope)
  const session = new provider.Session()
  session.loginAccount({ accountId, amr: ['pop'], acr: 'urn:countersign:acr:wallet' })
  session.ensureClientContainer(clientId)
  session.grantIdFor(clientId, await grant.save(86_400))
  await session.save(86_400)
  response.setHeader('Set-Cookie', `cs=${session.jti}; Path=/; HttpOnly`).end()
}
