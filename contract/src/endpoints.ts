/** Endpoints besides the API: OpenID Connect, forward-auth, probes and images. */

/** Below `/oidc`, with the names of oidc-provider. */
export const oidcPaths = {
  authorization: '/authorize',
  pushed_authorization_request: '/par',
  token: '/token',
  userinfo: '/userinfo',
  jwks: '/jwks',
  revocation: '/revoke',
  introspection: '/introspect',
  end_session: '/end-session',
} as const

/** RFC 8414 3 and 5: the well-known part comes before the path of the issuer. */
export const discoveryPaths = [
  '/.well-known/oauth-authorization-server/oidc',
  '/.well-known/openid-configuration/oidc',
] as const

export const FORWARD_AUTH_START = '/forward-auth/start'
export const FORWARD_AUTH_CHECK = '/forward-auth/check-'

type Endpoint = { method: 'GET' | 'POST' | 'any'; path: string; caller: string; purpose: string }

const discovery = ['/oidc/.well-known/openid-configuration', ...discoveryPaths].map(
  (path): Endpoint => ({ method: 'GET', path, caller: 'anyone', purpose: 'OpenID Connect discovery' }),
)

const oidc = (name: keyof typeof oidcPaths, { method, caller, purpose }: Omit<Endpoint, 'path'>): Endpoint => ({
  method,
  path: `/oidc${oidcPaths[name]}`,
  caller,
  purpose,
})

export const endpoints: Endpoint[] = [
  ...discovery,
  oidc('jwks', { method: 'GET', caller: 'anyone', purpose: 'Public signing keys' }),
  oidc('authorization', {
    method: 'GET',
    caller: 'a browser',
    purpose: 'Authorization endpoint; a POST is redirected',
  }),
  oidc('pushed_authorization_request', { method: 'POST', caller: 'an app', purpose: 'Pushed authorization requests' }),
  oidc('token', { method: 'POST', caller: 'an app', purpose: 'Code and refresh token exchange' }),
  oidc('userinfo', { method: 'GET', caller: 'an access token', purpose: 'Claims about the person; POST as well' }),
  oidc('introspection', { method: 'POST', caller: 'an app', purpose: 'Token introspection (RFC 7662)' }),
  oidc('revocation', { method: 'POST', caller: 'an app', purpose: 'Token revocation (RFC 7009)' }),
  oidc('end_session', { method: 'GET', caller: 'a browser', purpose: 'RP-initiated logout; a POST is redirected' }),
  { method: 'any', path: `${FORWARD_AUTH_CHECK}<secret>`, caller: 'a trusted proxy', purpose: 'Forward-auth check' },
  { method: 'GET', path: FORWARD_AUTH_START, caller: 'a browser', purpose: 'Sign-in for a protected host' },
  { method: 'GET', path: '/healthz', caller: 'anyone', purpose: 'Liveness: the process answers' },
  { method: 'GET', path: '/readyz', caller: 'anyone', purpose: 'Readiness: the database answers' },
  { method: 'GET', path: '/.well-known/change-password', caller: 'anyone', purpose: 'Redirects to the wallets' },
  { method: 'GET', path: '/logo/:id', caller: 'anyone', purpose: 'Logo of the site or an app' },
  { method: 'GET', path: '/identicon/:address', caller: 'anyone', purpose: 'Picture of an address' },
  { method: 'GET', path: '/theme/:accent', caller: 'anyone', purpose: 'Style sheet with the accent color' },
  { method: 'GET', path: '/assets/:file', caller: 'anyone', purpose: 'Files of the page' },
]
