import type { AppKey } from '@countersign/contract/routes/admin/app.ts'
import { envValue, scriptString } from './quote.ts'
import { PROVIDER, type SetupFile, type SetupValues, UNKNOWN_KEY } from './setup-values.ts'

/** Auth.js 5 with Next.js. The redirect URI consists of `AUTH_URL`, `/callback/` and the ID of the provider. */
export function authJs({ issuer, site, clientId, secret, redirectUri, address, scope }: SetupValues): SetupFile[] {
  const [, authUrl = address, id = PROVIDER] = /^(.+)\/callback\/([\w-]+)$/.exec(redirectUri) ?? []
  const hasWallet = scope.split(' ').includes('wallet')
  const code = `import NextAuth from 'next-auth'

export const { handlers, auth, signIn, signOut } = NextAuth({
  providers: [
    {
      id: ${scriptString(id)},
      name: ${scriptString(site)},
      type: 'oidc',
      issuer: ${scriptString(issuer)},
      clientId: process.env.COUNTERSIGN_ID,
      clientSecret: process.env.COUNTERSIGN_SECRET,
      checks: ['pkce', 'state', 'nonce'],
      authorization: { params: { scope: ${scriptString(scope)} } },
      profile: (claims) => ({ id: claims.sub, name: claims.name, image: claims.picture }),
    },
  ],
  // Adds the ID of the person to the session.
  callbacks: {
    jwt: ({ token, profile }) => (profile ? { ...token, sub: profile.sub${hasWallet ? ', wallet: profile.wallet' : ''} } : token),
    session: ({ session, token }) => ({ ...session, user: { ...session.user, id: token.sub${hasWallet ? ', wallet: token.wallet' : ''} } }),
  },
})`
  const settings = `# Generate with: npx auth secret
AUTH_SECRET=CHOOSE_A_LONG_RANDOM_PHRASE
AUTH_URL=${envValue(authUrl)}
COUNTERSIGN_ID=${envValue(clientId)}
COUNTERSIGN_SECRET=${envValue(secret)}`
  return [
    { file: 'auth.ts', text: code },
    { file: '.env.local', text: settings },
  ]
}

/** oidc-client-ts 3 uses the code flow with PKCE by default. */
export function singlePage({ issuer, clientId, redirectUri, postLogoutUri, scope }: SetupValues): SetupFile[] {
  const postLogout = postLogoutUri ? `\n  post_logout_redirect_uri: ${scriptString(postLogoutUri)},` : ''
  const text = `import { UserManager } from 'oidc-client-ts'

export const users = new UserManager({
  authority: ${scriptString(issuer)},
  client_id: ${scriptString(clientId)},
  redirect_uri: ${scriptString(redirectUri)},${postLogout}
  scope: ${scriptString(scope)},
})

// For the “Sign in” button
export const signIn = () => users.signinRedirect()

// On the page at redirect_uri
export const finishSignIn = () => users.signinCallback()

export const signOut = () => users.signoutRedirect()`
  return [{ file: 'sign-in.ts', text }]
}

/** openid-client 6, for apps without a preset. */
export function openidClient(values: SetupValues): SetupFile[] {
  const { issuer, clientId, secret, redirectUri, scope, key } = values
  // It requires https by default, which localhost lacks.
  const insecure = issuer.startsWith('http:') ? '\n  { execute: [client.allowInsecureRequests] },' : ''
  const text = `import * as client from 'openid-client'
${key ? importKey(key) : ''}
const config = await client.discovery(
  new URL(${scriptString(issuer)}),
  ${scriptString(clientId)},
  undefined,
  client.${clientAuthentication(values)},${insecure}
)

// Store verifier, state and nonce in the session, then redirect to the URL.
export async function startSignIn() {
  const verifier = client.randomPKCECodeVerifier()
  const state = client.randomState()
  const nonce = client.randomNonce()
  const url = client.buildAuthorizationUrl(config, {
    redirect_uri: ${scriptString(redirectUri)},
    scope: ${scriptString(commonScopes(scope))}, // request only what you need
    code_challenge: await client.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
    state,
    nonce,
  })
  return { url, verifier, state, nonce }
}

// At the redirect URI, with the stored values
export async function finishSignIn(currentUrl, { verifier, state, nonce }) {
  const tokens = await client.authorizationCodeGrant(config, currentUrl, {
    pkceCodeVerifier: verifier,
    expectedState: state,
    expectedNonce: nonce,
  })
  return tokens.claims()
}`
  return [
    { file: 'sign-in.js', text },
    { file: '.env', text: key ? `COUNTERSIGN_KEY='${UNKNOWN_KEY}'` : `COUNTERSIGN_SECRET=${secret}` },
  ]
}

function clientAuthentication({ authMethod, key }: SetupValues): string {
  if (key) return `PrivateKeyJwt(${key.kid === null ? 'key' : `{ key, kid: ${scriptString(key.kid)} }`})`
  const method = authMethod === 'client_secret_post' ? 'ClientSecretPost' : 'ClientSecretBasic'
  return `${method}(process.env.COUNTERSIGN_SECRET)`
}

function importKey(key: AppKey): string {
  return `
// The private key, as a JWK
const key = await crypto.subtle.importKey(
  'jwk',
  JSON.parse(process.env.COUNTERSIGN_KEY),
  ${webCryptoAlgorithm(key)},
  false,
  ['sign'],
)
`
}

function webCryptoAlgorithm({ type, algorithms: [algorithm] }: AppKey): string {
  if (type === 'Ed25519') return `{ name: 'Ed25519' }`
  if (type !== 'RSA') return `{ name: 'ECDSA', namedCurve: '${type}' }`
  return `{ name: '${algorithm === 'PS256' ? 'RSA-PSS' : 'RSASSA-PKCS1-v1_5'}', hash: 'SHA-256' }`
}

function commonScopes(scope: string): string {
  return scope
    .split(' ')
    .filter((each) => ['openid', 'profile', 'wallet'].includes(each))
    .join(' ')
}

export const MAKE_KEY = `import { generateKeyPairSync } from 'node:crypto'

const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
const kid = new Date().toISOString().slice(0, 16)
const toJwk = (key) => ({ ...key.export({ format: 'jwk' }), kid })

console.log('Public key set to paste:', JSON.stringify({ keys: [toJwk(publicKey)] }, null, 2))
console.log('Private key for the app:', JSON.stringify(toJwk(privateKey)))`
