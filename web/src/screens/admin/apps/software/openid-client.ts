import type { AppKey } from '@countersign/contract/routes/admin/app.ts'
import { type Piece, type SetupFacts, UNKNOWN_KEY } from './facts.ts'
import { scriptString } from './quote.ts'

/** openid-client 6, for apps without a preset. */
export function openidClient(facts: SetupFacts): Piece[] {
  const { issuer, clientId, secret, redirectUri, scope, key } = facts
  // It requires https by default, which localhost lacks.
  const local = issuer.startsWith('http:') ? '\n  { execute: [client.allowInsecureRequests] },' : ''
  const text = `import * as client from 'openid-client'
${key ? importOf(key) : ''}
const config = await client.discovery(
  new URL(${scriptString(issuer)}),
  ${scriptString(clientId)},
  undefined,
  client.${proofOf(facts)},${local}
)

// Keep verifier, state and nonce in the person’s session, then send them to the address.
export async function begin() {
  const verifier = client.randomPKCECodeVerifier()
  const state = client.randomState()
  const nonce = client.randomNonce()
  const address = client.buildAuthorizationUrl(config, {
    redirect_uri: ${scriptString(redirectUri)},
    scope: ${scriptString(commonScopes(scope))}, // ask for what you use
    code_challenge: await client.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
    state,
    nonce,
  })
  return { address, verifier, state, nonce }
}

// At the redirect address, with what was kept
export async function finish(currentUrl, { verifier, state, nonce }) {
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

function proofOf({ authMethod, key }: SetupFacts): string {
  if (key) return `PrivateKeyJwt(${key.kid === null ? 'key' : `{ key, kid: ${scriptString(key.kid)} }`})`
  const way = authMethod === 'client_secret_post' ? 'ClientSecretPost' : 'ClientSecretBasic'
  return `${way}(process.env.COUNTERSIGN_SECRET)`
}

function importOf(key: AppKey): string {
  return `
// The private half, as a JWK
const key = await crypto.subtle.importKey(
  'jwk',
  JSON.parse(process.env.COUNTERSIGN_KEY),
  ${kindOf(key)},
  false,
  ['sign'],
)
`
}

/** The algorithm for the Web Cryptography API. */
function kindOf({ type, algorithms: [algorithm] }: AppKey): string {
  if (type === 'Ed25519') return `{ name: 'Ed25519' }`
  if (type !== 'RSA') return `{ name: 'ECDSA', namedCurve: '${type}' }`
  return `{ name: '${algorithm === 'PS256' ? 'RSA-PSS' : 'RSASSA-PKCS1-v1_5'}', hash: 'SHA-256' }`
}

/** The scopes that most apps need. */
function commonScopes(scope: string): string {
  return scope
    .split(' ')
    .filter((each) => ['openid', 'profile', 'wallet'].includes(each))
    .join(' ')
}
