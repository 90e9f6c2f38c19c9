import type { BodyOf } from '@countersign/contract/route.ts'
import { createChallenge } from '@countersign/contract/routes/challenge.ts'
import { createSession } from '@countersign/contract/routes/session.ts'
import { callRoute } from '../../api/call.ts'
import { browserPage, browserTimers } from '../../session/browser.ts'
import type { Page } from '../../session/page.ts'
import { createPromptLock } from '../prompt-lock.ts'
import { createSignIn, type SignIn } from '../sign-in.ts'
import type { SignInOptions } from './flow.ts'

type SignInTarget = {
  returnTo: string | undefined
  /** A signed-in person switches accounts, so a session in another tab does not end the flow. */
  switching: boolean
  invite?: string | undefined
}

export function createSignInFlow(page: Page, { returnTo, switching, invite }: SignInTarget): SignIn {
  return createSessionFlow(page, {
    challengeFor: () => ({ purpose: 'sign_in' }),
    switching,
    next: returnTo ?? HOME,
    submit: (proof, { keep, keepAccount, ...options }) =>
      callRoute(createSession, { proof, keep, keepAccount, returnTo, invite }, options),
  })
}

export const HOME = '/home'

type SessionFlow = Pick<SignInOptions, 'submit' | 'isCurrent'> & {
  challengeFor(): BodyOf<typeof createChallenge>
  switching: boolean
  next: string
}

/** Also for setup and recovery, whose screens are loaded lazily. */
export function createSessionFlow(page: Page, { challengeFor, switching, next, ...options }: SessionFlow): SignIn {
  const { session } = page
  return createSignIn({
    ...browserOptions(page),
    ...options,
    fetchChallenge: async (signal) => callRoute(createChallenge, challengeFor(), { signal }),
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
