/** What every piece of setup is made of. */

import type { App, AppKey } from '@countersign/contract/routes/admin/app.ts'

/** `file` is where it goes, or what runs it. */
export type Piece = { file: string; text: string }

export type SetupFacts = {
  issuer: string
  /** What people know this site as. */
  site: string
  clientId: string
  secret: string
  redirectUri: string
  /** Where the app lives, without a slash at its end. */
  address: string
  postLogoutUri: string | undefined
  scope: string
  authMethod: App['authMethod']
  /** The first of its own, where it proves itself with one. */
  key: AppKey | undefined
  idTokenAlg: App['idTokenAlg']
}

/** What we are called in the addresses of software that wants a name for us. */
export const PROVIDER = 'countersign'
/** Stands where a secret belongs that is shown no more. */
export const UNKNOWN_SECRET = 'THE_SECRET_OF_THIS_APP'
/** Stands where the private half of its key belongs, which was never here. */
export const UNKNOWN_KEY = 'THE_PRIVATE_KEY_OF_THIS_APP'
