import { createChallenge, type Purpose } from '@countersign/contract/routes/challenge.ts'
import { createSession } from '@countersign/contract/routes/session.ts'
import { callRoute } from '../api/call.ts'
import { browserPage, browserTimers } from '../session/browser.ts'
import type { Page } from '../session/page.ts'
import type { SignInOptions } from './flow.ts'
import { createPromptLock } from './prompt-lock.ts'
import { createSignIn, type SignIn } from './sign-in.ts'

type Entry = {
  returnTo: string | undefined
  /** Somebody is signed in here and wants to be someone else: news of a session is not the end of that. */
  switching: boolean
  /** The token of an invitation. */
  invite?: string | undefined
}

/** For the sign-in screen; `dispose` it when the screen goes. */
export function beginSignIn(page: Page, { returnTo, switching, invite }: Entry): SignIn {
  return begin(page, {
    purpose: 'sign_in',
    switching,
    next: returnTo ?? HOME,
    submit: (proof, { keep, keepAccount, ...options }) =>
      callRoute(createSession, { proof, keep, keepAccount, returnTo, invite }, options),
  })
}

export const HOME = '/home'

type Beginning = { purpose: Purpose; switching: boolean; next: string; submit: SignInOptions['submit'] }

/** What every way in has in common: setup and recovery are in files of their own, which few people need. */
export function begin(page: Page, flow: Beginning): SignIn {
  const { session, wallets, boot } = page
  return createSignIn({
    wallets,
    fetchChallenge: (signal) => callRoute(createChallenge, { purpose: flow.purpose }, { signal }),
    submit: flow.submit,
    onSignedIn: (started) => session.signedIn({ session: started.session, me: started.me }),
    onSignedInElsewhere: (listener) =>
      session.subscribe(() => {
        if (!flow.switching && session.getSession().status === 'signed-in') listener(flow.next)
      }),
    timers: browserTimers,
    lock: createPromptLock('locks' in navigator ? navigator.locks : undefined),
    page: browserPage(boot.public.origin),
  })
}
