/** Access tokens as JWTs (RFC 9068), for apps that have an audience. oidc-provider knows them as tokens for a resource. */

import { type Client, errors } from 'oidc-provider'
import { appOfClient } from '../provider/client-app.ts'

export const jwtAccessTokens = {
  enabled: true,
  defaultResource: (_: unknown, client: Client) => appOfClient(client).tokenAudience ?? undefined,
  useGrantedResource: () => true,
  getResourceServerInfo(_: unknown, resource: string, client: Client) {
    const { tokenAudience, scopes, accessSeconds, idTokenAlg } = appOfClient(client)
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
