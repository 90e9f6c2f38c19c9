/** Why oidc-provider rejected a request, and how an operator fixes it. Never contains a secret. */

type OidcError = {
  error: string
  error_description?: string | undefined
  error_detail?: string | undefined
  scope?: string | undefined
}

type RequestDetails = {
  /** Where the documentation is served. */
  origin: string
  authMethod?: string | undefined
  responseType?: unknown
  redirectUri?: unknown
  postLogoutUri?: unknown
}

export type Explanation = { reason: string; fix: string }

type Fix = string | ((request: RequestDetails, error: OidcError) => string)

const CODE_FLOW = 'Use the authorization code flow, response_type=code.'

/** Known details; others may quote the request and are left out. */
const DETAILS: [detail: string | RegExp, fix: Fix][] = [
  [
    'client not found',
    'Compare the client ID in the app with the one under Admin, Apps, and check that the app is on.',
  ],
  ['invalid secret provided', 'Enter the client secret again in the app, or create a new one on its Setup page.'],
  [
    /^the provided authentication mechanism does not match the registered|^client_secret was sent in the /,
    ({ authMethod }) => `Set the client authentication of both sides to the same method; here it is ${authMethod}.`,
  ],
  [
    /^(?:alg mismatch|sub |iss |aud |audience |list of audience|unique jti|expiration |client assertion tokens)/,
    'Check the client assertion: signed with a registered key, iss and sub are the client ID, aud is the issuer, with jti and exp, and used once.',
  ],
  ['authorization code not found', 'Exchange each code once, at this issuer, with the client that requested it.'],
  ['authorization code already consumed', 'Exchange each code once. A reload of the callback page must not repeat it.'],
  ['authorization code is expired', 'Exchange the code within a minute, and check the clocks of both servers.'],
  [
    'authorization code redirect_uri mismatch',
    'Send the same redirect_uri to the token endpoint as to the authorization endpoint.',
  ],
  [/^code_verifier /, 'Send the code_verifier that belongs to the code_challenge; check the app’s session storage.'],
  ['client mismatch', 'Use the client ID and secret of the app that the code or token was issued to.'],
  ['refresh token not found', 'The sign-in ended. The app has to send the person to sign in again.'],
  ['refresh token is expired', 'The sign-in ended. Raise the refresh token lifetime of the app if that was too soon.'],
  [
    'refresh token already used',
    'Store the new refresh token from each response, and let only one process refresh at a time.',
  ],
  ['grant not found', 'The person or an admin ended the app’s access. Send the person to sign in again.'],
  ['grant is expired', 'The session ended. Send the person to sign in again.'],
  ['access token not found', 'The access token expired or was revoked. Refresh it, or sign the person in again.'],
  [
    'token audience prevents accessing the userinfo endpoint',
    'JWT access tokens are for the API alone. Read the claims from the ID token, or remove the audience of the app.',
  ],
  ['associated account not found', 'The session ended, or the person can no longer use the app. Sign in again.'],
]

const DESCRIPTIONS: [description: string | RegExp, fix: Fix][] = [
  [
    'Authorization Server policy requires PKCE to be used for this request',
    'Turn on PKCE (S256) in the app. If it has no such setting, turn off “Require PKCE” in the settings of the app here.',
  ],
  ['nonce is required without PKCE', 'Turn on the nonce (or PKCE) in the app.'],
  [/^(?:not supported value of code_challenge_method|code_challenge)/, 'Send code_challenge with method S256.'],
  [
    'requested scope is not allowed',
    (_, { scope }) => `Allow the scope “${scope}” in the settings of the app here, or remove it from the request.`,
  ],
  [/^(?:openid scope must be|access token missing openid scope)/, 'Request the scope openid.'],
  [
    'Pushed Authorization Request must be used',
    'Turn on PAR in the app, or turn off “Require PAR” in its settings here.',
  ],
  ['requested grant type is not allowed for this client', 'Allow offline_access in the settings of the app here.'],
  [
    /response_mode/,
    ({ responseType }) => (responseType === 'code' ? 'Use response_mode=query, or leave it out.' : CODE_FLOW),
  ],
  [/^requested response_type/, CODE_FLOW],
  [
    'post_logout_redirect_uri not registered',
    ({ postLogoutUri }) => `Add ${shown(postLogoutUri)} to the post-logout redirect URIs of the app here.`,
  ],
  [/id_token_hint/, 'Send an ID token that this issuer gave to this client as id_token_hint.'],
  [
    /^origin .* not allowed for client/,
    'Add the origin to the allowed origins (CORS) in the settings of the app here.',
  ],
  ['no client authentication mechanism provided', 'Send the client ID and secret with the request.'],
  ['invalid authorization header value format', 'Send Authorization: Basic with client ID and secret, URL-encoded.'],
  [/^client_id and client_secret in the authorization header/, 'URL-encode client ID and secret before Base64.'],
  ['client_secret must be provided in the Authorization header', 'Enter the client secret in the app.'],
  [/^client authentication must only be provided/, 'Send the client secret in one place: the header or the body.'],
  [/^client_assertion/, 'Send client_assertion with client_assertion_type jwt-bearer.'],
  ['client_id mismatch', 'Send one client ID, the same in the header and in the body.'],
  [/content-type|request body/, 'Send the request as application/x-www-form-urlencoded.'],
  [/^missing required parameter/, 'Send the parameters that are named.'],
  [/must not be provided twice/, 'Send each parameter once.'],
  [/^unsupported prompt|^prompt none/, 'Use prompt=none, login, consent or select_account.'],
  [
    'the resource is not the audience of this app',
    'Set the audience of the app’s access tokens here to the resource it requests, or stop sending resource.',
  ],
  ['access_denied_by_policy', 'Add the person to a group that can use the app, or change who can enter it.'],
]

const ERRORS: Record<string, Fix> = {
  invalid_redirect_uri: ({ redirectUri }) =>
    `Add ${shown(redirectUri)} to the redirect URIs of the app here, exactly as it is sent, or correct it in the app.`,
  invalid_client: 'Compare client ID, client secret and client authentication with the Setup page of the app.',
  invalid_grant: 'Send the person to sign in again. If it stays, compare the redirect URI and the clocks.',
  invalid_token: 'Refresh the access token, or send the person to sign in again.',
  invalid_request_uri: 'Use a request_uri once, within a minute after it was pushed.',
  unsupported_response_type: CODE_FLOW,
  unsupported_response_mode: 'Use response_mode=query, or leave it out.',
  unsupported_grant_type: 'Use grant_type authorization_code or refresh_token.',
  request_not_supported: 'Turn off request objects (the parameter request) in the app.',
  request_uri_not_supported: 'Push the request to the PAR endpoint; other values of request_uri are not supported.',
  registration_not_supported: 'Add the app under Admin, Apps; dynamic registration is not supported.',
  unsupported_token_type: 'JWT access tokens are validated with the published keys, not introspected.',
  login_required: 'With prompt=none the person must be signed in already. Ask again without it.',
  consent_required: 'With prompt=none the person must have allowed the app before. Ask again without it.',
  interaction_required: 'With prompt=none nothing may be shown. Ask again without it.',
  access_denied: 'The person declined. They can try again.',
  temporarily_unavailable: 'A network of a rule does not respond. See Admin, Networks; the person can try again.',
}

const FALLBACK: Fix = ({ origin }) => `Compare the request with ${origin}/docs/apps.`

export function explainError(error: OidcError, request: RequestDetails): Explanation {
  const { error_description: description = '', error_detail: detail } = error
  const byDetail = detail === undefined ? undefined : DETAILS.find(([pattern]) => isMatch(pattern, detail))
  const byDescription = DESCRIPTIONS.find(([pattern]) => isMatch(pattern, description))
  const fix = byDetail?.[1] ?? byDescription?.[1] ?? ERRORS[error.error] ?? FALLBACK
  return {
    reason: byDetail && detail !== undefined ? detail : description,
    fix: typeof fix === 'string' ? fix : fix(request, error),
  }
}

function isMatch(pattern: string | RegExp, text: string): boolean {
  return typeof pattern === 'string' ? pattern === text : pattern.test(text)
}

function shown(uri: unknown): string {
  if (typeof uri !== 'string' || !URL.canParse(uri)) return 'the URI'
  const { protocol, host, pathname } = new URL(uri)
  return `${protocol}//${host}${pathname}`.slice(0, 200)
}
