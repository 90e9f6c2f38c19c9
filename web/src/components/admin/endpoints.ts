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
