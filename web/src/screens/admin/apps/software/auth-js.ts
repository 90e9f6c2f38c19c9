import { type Piece, PROVIDER, type SetupFacts } from './facts.ts'
import { envValue, scriptString } from './quote.ts'

/** Auth.js 5, as Next.js uses it. Its id for us is the end of the redirect address, and where it answers the rest. */
export function authJs({ issuer, site, clientId, secret, redirectUri, address, scope }: SetupFacts): Piece[] {
  const [, home = address, id = PROVIDER] = /^(.+)\/callback\/([\w-]+)$/.exec(redirectUri) ?? []
  const hasWallet = scope.split(' ').includes('wallet')
  const code = `import NextAuth from 'next-auth'

export const { handlers, auth, signIn, signOut } = NextAuth({
  providers: [
    {
      id: ${scriptString(id)},
      name: ${scriptString(site)},
      type: 'oidc',
      issuer: ${scriptString(issuer)},
      clientId: process.env.COUNTERSIGN_ID,
      clientSecret: process.env.COUNTERSIGN_SECRET,
      checks: ['pkce', 'state', 'nonce'],
      authorization: { params: { scope: ${scriptString(scope)} } },
      profile: (claims) => ({ id: claims.sub, name: claims.name, image: claims.picture }),
    },
  ],
  // Without these, a session does not say which person it is of.
  callbacks: {
    jwt: ({ token, profile }) => (profile ? { ...token, sub: profile.sub${hasWallet ? ', wallet: profile.wallet' : ''} } : token),
    session: ({ session, token }) => ({ ...session, user: { ...session.user, id: token.sub${hasWallet ? ', wallet: token.wallet' : ''} } }),
  },
})`
  const settings = `# Make one with: npx auth secret
AUTH_SECRET=CHOOSE_A_LONG_RANDOM_PHRASE
AUTH_URL=${envValue(home)}
COUNTERSIGN_ID=${envValue(clientId)}
COUNTERSIGN_SECRET=${envValue(secret)}`
  return [
    { file: 'auth.ts', text: code },
    { file: '.env.local', text: settings },
  ]
}
