/** Express with passport-openidconnect, which knows no PKCE: `nonce: true` takes its place. */

import express from 'express'
import session from 'express-session'
import passport from 'passport'
import OpenIDConnectStrategy from 'passport-openidconnect'

const { ISSUER, CLIENT_ID, CLIENT_SECRET, APP_URL, SESSION_SECRET, PORT, NONCE = 'on' } = process.env

passport.use(
  new OpenIDConnectStrategy(
    {
      issuer: ISSUER,
      authorizationURL: `${ISSUER}/authorize`,
      tokenURL: `${ISSUER}/token`,
      userInfoURL: `${ISSUER}/userinfo`,
      clientID: CLIENT_ID,
      clientSecret: CLIENT_SECRET,
      callbackURL: `${APP_URL}/callback`,
      scope: ['profile', 'wallet', 'groups'],
      nonce: NONCE === 'on',
    },
    // Passport counts these: with nine of them it reads userinfo, too.
    (_issuer, userinfo, _profile, _context, _idToken, _accessToken, _refreshToken, _params, done) =>
      done(null, userinfo._json),
  ),
)
passport.serializeUser((user, done) => done(null, user))
passport.deserializeUser((user, done) => done(null, user))

const app = express()
app.use(session({ secret: SESSION_SECRET, resave: false, saveUninitialized: false }))
app.use(passport.authenticate('session'))

app.get('/', (request, response) => {
  if (!request.user) return response.status(401).json({ error: 'signed_out' })
  response.json({ claims: request.user })
})
app.get('/login', passport.authenticate('openidconnect'))
app.get('/callback', passport.authenticate('openidconnect', { successRedirect: '/' }))
// Signs out of this app only: the strategy has no RP-initiated logout.
app.get('/logout', (request, response, next) =>
  request.logout((error) => (error ? next(error) : response.redirect('/bye'))),
)
app.get('/bye', (_, response) => response.json({ bye: true }))

app.use((error, _request, response, _next) => response.status(500).json({ error: error.code ?? String(error) }))

app.listen(Number(PORT), '127.0.0.1', () => process.stdout.write(`listening on ${PORT}\n`))
