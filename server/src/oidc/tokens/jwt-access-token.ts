/** JWT access tokens (RFC 9068) for apps with an audience, which is a resource indicator to oidc-provider. */

import { type Client, errors } from 'oidc-provider'
import { getClientApp } from '../provider/client-app.ts'

export const jwtAccessTokens = {
  enabled: true,
  defaultResource: (_: unknown, client: Client) => getClientApp(client).tokenAudience ?? undefined,
  useGrantedResource: () => true,
  getResourceServerInfo(_: unknown, resource: string, client: Client) {
    const { tokenAudience, scopes, accessSeconds, idTokenAlg } = getClientApp(client)
    if (resource !== tokenAudience) throw new errors.InvalidTarget('the resource is not the audience of this app')
    return {
      audience: resource,
      scope: scopes.join(' '),
      accessTokenTTL: accessSeconds,
      accessTokenFormat: 'jwt' as const,
      jwt: { sign: { alg: idTokenAlg } },
    }
  },
}
