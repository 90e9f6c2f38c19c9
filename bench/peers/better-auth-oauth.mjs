/** Better Auth as an OpenID provider, as documented: the jwt and oauth-provider plugins. */

import { createHash } from 'node:crypto'
import { oauthProvider } from '@better-auth/oauth-provider'
import { jwt } from 'better-auth/plugins'

export function oauthPlugins() {
  return [
    jwt(),
    oauthProvider({
      loginPage: '/sign-in',
      consentPage: '/consent',
      silenceWarnings: { oauthAuthServerConfig: true, openidConfig: true },
    }),
  ]
}

/** Inserts what its endpoint would write, which requires a session. */
export async function addClient(auth, { CLIENT_ID, CLIENT_SECRET, REDIRECT_URI, SCOPE }) {
  const { adapter } = await auth.$context
  await adapter.create({
    model: 'oauthClient',
    data: {
      clientId: CLIENT_ID,
      clientSecret: createHash('sha256').update(CLIENT_SECRET).digest('base64url'),
      name: 'Bench',
      redirectUris: [REDIRECT_URI],
      scopes: SCOPE.split(' '),
      tokenEndpointAuthMethod: 'client_secret_basic',
      grantTypes: ['authorization_code'],
      responseTypes: ['code'],
      applicationType: 'web',
      createdAt: new Date(),
      updatedAt: new Date(),
    },
  })
}
