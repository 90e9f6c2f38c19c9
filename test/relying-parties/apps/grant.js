/** Express with grant, which sends the client secret in the body unless it is told otherwise. */

import express from 'express'
import session from 'express-session'
import grant from 'grant'

const { ISSUER, CLIENT_ID, CLIENT_SECRET, APP_URL, SESSION_SECRET, PORT } = process.env

const app = express()
app.use(session({ secret: SESSION_SECRET, resave: false, saveUninitialized: false }))

app.use(
  grant.express({
    defaults: { origin: APP_URL, transport: 'session', state: true, response: ['tokens', 'jwt', 'profile'] },
    countersign: {
      oauth: 2,
      authorize_url: `${ISSUER}/authorize`,
      access_url: `${ISSUER}/token`,
      profile_url: `${ISSUER}/userinfo`,
      key: CLIENT_ID,
      secret: CLIENT_SECRET,
      scope: ['openid', 'profile', 'wallet', 'groups'],
      scope_delimiter: ' ',
      pkce: true,
      nonce: true,
      callback: '/',
    },
  }),
)

app.get('/login', (_, response) => response.redirect('/connect/countersign'))
app.get('/', (request, response) => {
  const { error, profile, jwt } = request.session.grant?.response ?? { error: 'signed_out' }
  if (error) return response.status(401).json({ error })
  response.json({ claims: profile, idToken: jwt?.id_token?.payload })
})

app.listen(Number(PORT), '127.0.0.1', () => process.stdout.write(`listening on ${PORT}\n`))
