/** For software that is told each address; the rest finds them by the first. */
export function endpointsOf(origin: string) {
  const issuer = `${origin}/oidc`
  return {
    issuer,
    discovery: `${issuer}/.well-known/openid-configuration`,
    authorization: `${issuer}/authorize`,
    token: `${issuer}/token`,
    userinfo: `${issuer}/userinfo`,
    jwks: `${issuer}/jwks`,
    endSession: `${issuer}/end-session`,
  }
}
