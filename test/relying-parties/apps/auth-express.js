/** Express with Auth.js. */

import { ExpressAuth, getSession } from '@auth/express'
import express from 'express'

const { ISSUER, CLIENT_ID, CLIENT_SECRET, APP_URL, SESSION_SECRET, PORT } = process.env

const config = {
  secret: SESSION_SECRET,
  trustHost: true,
  basePath: '/auth',
  providers: [
    {
      id: 'countersign',
      name: 'Countersign',
      type: 'oidc',
      issuer: ISSUER,
      clientId: CLIENT_ID,
      clientSecret: CLIENT_SECRET,
      client: { id_token_signed_response_alg: 'ES256' },
      authorization: { params: { scope: 'openid profile wallet groups' } },
      checks: ['pkce', 'state', 'nonce'],
    },
  ],
  callbacks: {
    jwt: ({ token, profile }) => (profile ? { ...token, claims: profile } : token),
    session: ({ session, token }) => ({ ...session, claims: token.claims }),
  },
  logger: { error: (error) => process.stderr.write(`${error}\n`) },
}

const app = express()
app.use('/auth', ExpressAuth(config))
app.get('/', async (request, response) => {
  const session = await getSession(request, config)
  if (!session) return response.status(401).json({ error: 'signed_out' })
  response.json({ claims: session.claims })
})

app.listen(Number(PORT), '127.0.0.1', () => process.stdout.write(`listening on ${APP_URL}\n`))
