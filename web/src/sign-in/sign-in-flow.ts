import { createChallenge, type Purpose } from '@countersign/contract/routes/challenge.ts'
import { createSession } from '@countersign/contract/routes/session.ts'
import { callRoute } from '../api/call.ts'
import { browserPage, browserTimers } from '../session/browser.ts'
import type { Page } from '../session/page.ts'
import type { SignInOptions } from './flow.ts'
import { createPromptLock } from './prompt-lock.ts'
import { createSignIn, type SignIn } from './sign-in.ts'

type SignInTarget = {
  returnTo: string | undefined
  /** A signed-in person switches accounts, so a session in another tab does not end the flow. */
  switching: boolean
  invite?: string | undefined
}

export function createSignInFlow(page: Page, { returnTo, switching, invite }: SignInTarget): SignIn {
  return createSessionFlow(page, {
    purpose: 'sign_in',
    switching,
    next: returnTo ?? HOME,
    submit: (proof, { keep, keepAccount, ...options }) =>
      callRoute(createSession, { proof, keep, keepAccount, returnTo, invite }, options),
  })
}

export const HOME = '/home'

type SessionFlow = { purpose: Purpose; switching: boolean; next: string; submit: SignInOptions['submit'] }

/** Setup and recovery are separate, lazily loaded files. */
export function createSessionFlow(page: Page, { purpose, switching, next, submit }: SessionFlow): SignIn {
  const { session } = page
  return createSignIn({
    ...browserOptions(page),
    fetchChallenge: (signal) => callRoute(createChallenge, { purpose }, { signal }),
    submit,
    onSignedIn: (started) => session.signedIn({ session: started.session, me: started.me }),
    onSignedInElsewhere: (listener) =>
      session.subscribe(() => {
        if (!switching && session.getSession().status === 'signed-in') listener(next)
      }),
  })
}

export function browserOptions({ wallets, boot, blockedScripts }: Page) {
  return {
    wallets,
    timers: browserTimers,
    lock: createPromptLock('locks' in navigator ? navigator.locks : undefined),
    page: browserPage(boot.public.origin, blockedScripts),
  }
}
