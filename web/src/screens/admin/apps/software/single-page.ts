import type { Piece, SetupFacts } from './facts.ts'
import { scriptString } from './quote.ts'

/** oidc-client-ts 3 uses the code flow with PKCE by default. */
export function singlePage({ issuer, clientId, redirectUri, postLogoutUri, scope }: SetupFacts): Piece[] {
  const leaving = postLogoutUri ? `\n  post_logout_redirect_uri: ${scriptString(postLogoutUri)},` : ''
  const text = `import { UserManager } from 'oidc-client-ts'

export const users = new UserManager({
  authority: ${scriptString(issuer)},
  client_id: ${scriptString(clientId)},
  redirect_uri: ${scriptString(redirectUri)},${leaving}
  scope: ${scriptString(scope)},
})

// Where people press “Sign in”
export const signIn = () => users.signinRedirect()

// On the page at redirect_uri
export const finishSignIn = () => users.signinCallback()

export const signOut = () => users.signoutRedirect()`
  return [{ file: 'sign-in.ts', text }]
}
