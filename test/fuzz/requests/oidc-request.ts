/** A request to an OpenID Connect endpoint: valid, or with other parameters, credentials, types and methods. */

import { createHash } from 'node:crypto'
import { discoveryPaths, endpoints, oidcPaths } from '@countersign/contract/endpoints.ts'
import { assertionClaims, assertionForm } from '../../support/oidc/client-key.ts'
import type { Random } from '../../support/seeded-random.ts'
import { changeText } from '../values/mutate-value.ts'
import { ODD_TEXTS } from '../values/odd-values.ts'
import { renewTokens } from '../world/begin-flow.ts'
import type { App, World } from '../world/world.ts'
import { browserHeaders, changeHeaders, cookieHeader, oddHeaderValue, randomAddress } from './headers.ts'
import type { FuzzRequest, Header } from './request.ts'

/** Every one that the contract lists, and those whose path the provider makes up. */
export const OIDC_PATHS: readonly string[] = [
  ...endpoints.map(({ path }) => path).filter((path) => path.startsWith('/oidc') || isDiscovery(path)),
  '/oidc/authorize/:uid',
  '/oidc/end-session/confirm',
  '/oidc/end-session/success',
  '/oidc/nothing',
]

function isDiscovery(path: string): boolean {
  return (discoveryPaths as readonly string[]).includes(path)
}

const of = (name: keyof typeof oidcPaths) => `/oidc${oidcPaths[name]}`
const BY_BROWSERS: readonly string[] = [of('authorization'), of('end_session')]
const BY_APPS: readonly string[] = [
  of('token'),
  of('pushed_authorization_request'),
  of('introspection'),
  of('revocation'),
]

type Pair = [name: string, value: string]

export async function oidcRequest(world: World, random: Random): Promise<FuzzRequest> {
  if (random.chance(0.08)) await renewTokens(world)
  const pattern = random.chance(0.8)
    ? random.pick([...BY_APPS, ...BY_BROWSERS, of('userinfo')])
    : random.pick(OIDC_PATHS)
  const path = pattern.replace(':uid', random.pick(['A'.repeat(43), 'x', '..', '%00']))
  const app = random.chance(0.5) ? world.apps[0] : random.pick(world.apps)
  const persona = random.pick(world.personas)
  const params = parametersFor(pattern, { world, app, random })
  if (random.chance(0.5)) changeParameters(params, random)
  const isForm = BY_APPS.includes(pattern) || random.chance(0.2)
  const method = random.chance(0.08)
    ? random.pick(['PUT', 'DELETE', 'OPTIONS', 'HEAD', 'PATCH'])
    : isForm
      ? 'POST'
      : 'GET'
  const headers: Header[] = [
    ...browserHeaders('GET', world.server.context.config.origin, randomAddress(random)),
    ...credentialsFor(pattern, { world, app, params, random }),
    ...(BY_BROWSERS.includes(pattern) || random.chance(0.05) ? cookieHeader(persona) : []),
    ...(isForm ? ([['Content-Type', formType(random)]] as Header[]) : []),
    ...(random.chance(0.2) ? ([['Origin', 'https://app.example']] as Header[]) : []),
  ]
  const query = writeParameters(params, random)
  const isChanged = random.chance(0.15)
  return {
    title: `${method} ${pattern} by ${app.party.app.authMethod}, ${persona.name}`,
    kind: 'oidc',
    method,
    target: isForm || query === '' ? path : `${path}?${query.slice(0, 12_000)}`,
    headers: isChanged ? changeHeaders(headers, random) : headers,
    body: isForm ? Buffer.from(random.chance(0.03) ? query.padEnd(200_000, 'x') : query) : undefined,
    framing: random.chance(0.3) ? 'chunked' : 'length',
    persona: isChanged ? undefined : persona,
    stepUps: [],
  }
}

const CHALLENGE = createHash('sha256').update('v'.repeat(43)).digest('base64url')

type Making = { world: World; app: App; random: Random }

function parametersFor(pattern: string, { world, app, random }: Making): Pair[] {
  const { party } = app
  const tokens = world.apps.flatMap((each) => (each.tokens ? [each.tokens] : []))
  const { code, verifier } = app.codes.length > 0 ? random.pick(app.codes) : { code: 'x', verifier: 'v'.repeat(43) }
  const known = tokens.flatMap((each) => [each.access_token, each.id_token, each.refresh_token ?? 'x'])
  const token = () => random.pick([...known, 'x'])
  if (pattern === of('authorization') || pattern === of('pushed_authorization_request'))
    return [
      ['client_id', party.app.clientId],
      ['redirect_uri', party.redirectUri],
      ['response_type', 'code'],
      [
        'scope',
        random.pick(['openid', 'openid profile wallet groups', 'openid offline_access', 'profile', 'openid x']),
      ],
      ['state', 'state'],
      ['nonce', 'nonce'],
      ['code_challenge', CHALLENGE],
      ['code_challenge_method', 'S256'],
    ]
  if (pattern === of('token'))
    return random.pick<Pair[]>([
      [
        ['grant_type', 'authorization_code'],
        ['code', code],
        ['redirect_uri', party.redirectUri],
        ['code_verifier', verifier],
      ],
      [
        ['grant_type', 'refresh_token'],
        ['refresh_token', token()],
      ],
      [
        [
          'grant_type',
          random.pick(['client_credentials', 'password', 'implicit', 'urn:ietf:params:oauth:grant-type:x']),
        ],
        ['scope', 'openid'],
      ],
    ])
  if (pattern === of('end_session'))
    return [
      ['id_token_hint', token()],
      ['post_logout_redirect_uri', 'https://app.example/bye'],
      ['client_id', party.app.clientId],
      ['state', 'state'],
    ]
  if (pattern === of('introspection') || pattern === of('revocation'))
    return [
      ['token', token()],
      ['token_type_hint', random.pick(['access_token', 'refresh_token', 'x'])],
    ]
  return pattern === of('userinfo') && random.chance(0.3) ? [['access_token', token()]] : []
}

const MORE: readonly Pair[] = [
  ['prompt', 'none'],
  ['prompt', 'login consent'],
  ['prompt', 'none login'],
  ['prompt', 'select_account'],
  ['max_age', '0'],
  ['max_age', '-1'],
  ['max_age', '1e9'],
  ['response_mode', 'form_post'],
  ['response_mode', 'fragment'],
  ['response_mode', 'web_message'],
  ['response_type', 'code id_token'],
  ['response_type', 'token'],
  ['response_type', 'none'],
  ['request', 'eyJhbGciOiJub25lIn0.e30.'],
  ['request_uri', 'urn:ietf:params:oauth:request_uri:x'],
  ['request_uri', 'http://127.0.0.1:1/request'],
  ['claims', '{"id_token":{"sub":{"value":"x"}},"userinfo":null}'],
  ['claims', '{"__proto__":{"x":1}}'],
  ['claims', '[[['],
  ['claims', '{"id_token":[]}'],
  ['acr_values', '0 1 x'],
  ['ui_locales', 'de fr x'],
  ['display', 'touch'],
  ['login_hint', 'eip155:1:0x1212121212121212121212121212121212121212'],
  ['id_token_hint', 'eyJhbGciOiJub25lIn0.eyJzdWIiOiJ4In0.'],
  ['resource', 'https://api.example'],
  ['resource', 'not a uri'],
  ['registration', '{}'],
  ['dpop_jkt', 'x'],
  ['authorization_details', '[{"type":"x"}]'],
  ['code_challenge_method', 'plain'],
  ['code_challenge', 'short'],
  ['redirect_uri', 'https://evil.example/callback'],
  ['redirect_uri', 'https://app.example/callback/../x'],
  ['redirect_uri', 'https://app.example/callback%0d%0aX-Injected:%201'],
  ['redirect_uri', 'javascript:alert(1)'],
  ['post_logout_redirect_uri', 'https://evil.example/'],
  ['logout_hint', 'x'],
  ['audience', 'x'],
  ['client_secret', 'x'],
  ['client_id', '__proto__'],
]

function changeParameters(params: Pair[], random: Random): void {
  for (let count = 1 + random.below(3); count > 0; count--) {
    const [name, value] = random.pick(MORE)
    const at = random.below(params.length + 1)
    const old = params[at]
    switch (random.below(5)) {
      case 0:
        params.splice(at, 1)
        break
      case 1:
        // oidc-provider refuses some parameters that are given twice, and reads the last of others.
        if (old) params.push([old[0], random.pick([old[1], value])])
        break
      case 2:
        if (old) old[1] = random.chance(0.5) ? random.pick(ODD_TEXTS) : changeText(old[1], random)
        break
      default:
        params.push([name, random.chance(0.8) ? value : random.pick(ODD_TEXTS)])
    }
  }
}

function writeParameters(params: readonly Pair[], random: Random): string {
  const encode = (text: string) => encodeURIComponent(text.toWellFormed())
  const text = params.map(([name, value]) => `${encode(name)}=${encode(value)}`).join('&')
  if (random.chance(0.04)) return `${text}&%zz&=&&x[y]=1&x[__proto__][z]=2`
  return random.chance(0.02) ? text.replaceAll('%', '%25') : text
}

function formType(random: Random): string {
  const type = 'application/x-www-form-urlencoded'
  if (random.chance(0.9)) return type
  return random.pick([`${type}; charset=utf-8`, `${type}; charset=x`, 'application/json', 'text/plain', ''])
}

/** Right ones mostly, which may add to the parameters. */
function credentialsFor(pattern: string, { world, app, params, random }: Making & { params: Pair[] }): Header[] {
  const { party, tokens, key } = app
  if (pattern === of('userinfo'))
    return [['Authorization', `Bearer ${random.chance(0.7) ? (tokens?.access_token ?? 'x') : oddHeaderValue(random)}`]]
  if (!BY_APPS.includes(pattern)) return []
  const basic = (id: string, secret: string): Header => [
    'Authorization',
    `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}`,
  ]
  if (random.chance(0.12))
    return [
      random.pick([basic('x', 'y'), basic('%zz', '%'), basic(party.app.clientId, ''), ['Authorization', 'Basic !']]),
    ]
  if (random.chance(0.05)) return []
  const post = (fields: Record<string, string>) => void params.push(...Object.entries(fields))
  if (party.app.authMethod === 'client_secret_basic') return [basic(party.app.clientId, party.secret)]
  post({ client_id: party.app.clientId })
  if (key) {
    const claims = assertionClaims(world.server, party)
    const changed = random.chance(0.4)
      ? { ...claims, [random.pick(['aud', 'exp', 'iss', 'jti'])]: random.pick(ODD_TEXTS) }
      : claims
    post(assertionForm(random.chance(0.1) ? random.pick(ODD_TEXTS) : key.token(changed)))
  }
  return []
}
