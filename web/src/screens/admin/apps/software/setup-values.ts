import type { App, AppKey } from '@countersign/contract/routes/admin/app.ts'

/** `file` is a file name, or a title for commands. */
export type SetupFile = { file: string; text: string }

export type SetupValues = {
  issuer: string
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
/** Placeholders: a secret cannot be shown again, and the server never has a private key. */
export const UNKNOWN_SECRET = 'THE_SECRET_OF_THIS_APP'
export const UNKNOWN_KEY = 'THE_PRIVATE_KEY_OF_THIS_APP'
