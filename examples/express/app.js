/** Express with express-openid-connect: a public page, and one that requires sign-in. */

import express from 'express'
import openid from 'express-openid-connect'

const { ISSUER, CLIENT_ID, CLIENT_SECRET, APP_URL, SESSION_SECRET, PORT = '8080' } = process.env
const { auth, requiresAuth } = openid

const app = express()

app.use(
  auth({
    issuerBaseURL: ISSUER,
    baseURL: APP_URL,
    clientID: CLIENT_ID,
    clientSecret: CLIENT_SECRET,
    clientAuthMethod: 'client_secret_basic',
    secret: SESSION_SECRET,
    idTokenSigningAlg: 'ES256',
    authRequired: false,
    idpLogout: true,
    // Authorization code flow: this server exchanges the code, and no token reaches the browser.
    authorizationParams: {
      response_type: 'code',
      response_mode: 'query',
      scope: 'openid profile wallet groups offline_access',
    },
  }),
)

app.get('/', (request, response) => response.json({ signedIn: request.oidc.isAuthenticated() }))

app.get('/private', requiresAuth(), (request, response) => response.json({ claims: request.oidc.user }))

app.get('/refresh', requiresAuth(), async (request, response) => {
  const { access_token: renewed } = await request.oidc.accessToken.refresh()
  response.json({ renewed: renewed !== undefined, claims: await request.oidc.fetchUserInfo() })
})

app.listen(Number(PORT), '127.0.0.1', () => process.stdout.write(`listening on ${PORT}\n`))
