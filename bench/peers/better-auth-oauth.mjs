/** What makes Better Auth an OpenID provider, as its documentation says: the jwt and the oauth-provider plugin. */

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

/** As its endpoint for that writes it; there must be somebody signed in to call that one. */
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
