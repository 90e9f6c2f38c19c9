import type { Page } from '../session/page.ts'
import type { SignIn } from './sign-in.ts'

/** For the sign-in screen; `dispose` it when the screen goes. */
export function beginSignIn(_page: Page, _options: { returnTo: string | undefined }): SignIn {
  throw new Error('not yet')
}

/** For the setup screen: code and name are read when the signature is sent, so a retry uses what is typed then. */
export function beginSetup(_page: Page, _options: { setupCode(): string; instanceName(): string }): SignIn {
  throw new Error('not yet')
}
