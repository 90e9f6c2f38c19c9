import type { App, AppKey } from '@countersign/contract/routes/admin/app.ts'

/** `file` is where it goes, or what runs it. */
export type Piece = { file: string; text: string }

export type SetupFacts = {
  issuer: string
  /** The name of this site. */
  site: string
  clientId: string
  secret: string
  redirectUri: string
  /** The URL of the app without a trailing slash. */
  address: string
  postLogoutUri: string | undefined
  scope: string
  authMethod: App['authMethod']
  /** Its first public key, if it authenticates with one. */
  key: AppKey | undefined
  idTokenAlg: App['idTokenAlg']
}

/** The provider name in redirect URIs of software that needs one. */
export const PROVIDER = 'countersign'
/** A placeholder for a secret that cannot be shown again. */
export const UNKNOWN_SECRET = 'THE_SECRET_OF_THIS_APP'
/** A placeholder for the private key, which the server never has. */
export const UNKNOWN_KEY = 'THE_PRIVATE_KEY_OF_THIS_APP'
