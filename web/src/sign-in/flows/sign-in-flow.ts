import type { BodyOf } from '@countersign/contract/route.ts'
import { createChallenge } from '@countersign/contract/routes/challenge.ts'
import { createSession, type StartedSession } from '@countersign/contract/routes/session.ts'
import { callRoute } from '../../api/call.ts'
import { browserPage, browserTimers, isMobile } from '../../session/browser.ts'
import type { Page } from '../../session/page.ts'
import type { PhoneBody } from '../attempt.ts'
import { createPromptLock } from '../prompt-lock.ts'
import { createSignIn, type SignIn } from '../sign-in.ts'
import type { SignInOptions } from './flow.ts'

type SignInTarget = {
  returnTo: string | undefined
  /** A signed-in person switches accounts, so a session in another tab does not end the flow. */
  switching: boolean
  invite?: string | undefined
  /** False if only a wallet in this browser may sign. */
  phone?: boolean | undefined
}

export function createSignInFlow(page: Page, { returnTo, switching, invite, phone = true }: SignInTarget): SignIn {
  const body = { purpose: 'sign_in' } as const
  return createSessionFlow(page, {
    challengeFor: () => body,
    phone: phone ? body : undefined,
    switching,
    next: returnTo ?? HOME,
    submit: (proof, { keep, keepAccount, ...options }) =>
      callRoute(createSession, { proof, keep, keepAccount, returnTo, invite }, options),
  })
}

export const HOME = '/home'

type SessionFlow = Pick<SignInOptions<StartedSession>, 'submit' | 'isCurrent' | 'phone'> & {
  challengeFor(): BodyOf<typeof createChallenge>
  switching: boolean
  next: string
}

/** Also for setup and recovery, whose screens are loaded lazily. */
export function createSessionFlow(page: Page, flow: SessionFlow): SignIn {
  const { challengeFor, switching, next, phone, ...options } = flow
  const { session } = page
  return createSignIn({
    ...browserOptions(page, phone),
    ...options,
    fetchChallenge: async (signal) => callRoute(createChallenge, challengeFor(), { signal }),
    onAccepted: (started) => session.signedIn({ session: started.session, me: started.me }),
    onSignedInElsewhere: (listener) =>
      session.subscribe(() => {
        if (!switching && session.getSession().status === 'signed-in') listener(next)
      }),
  })
}

/** On a phone, `phone` is ignored: its own wallets sign. */
export function browserOptions({ wallets, boot, blockedScripts }: Page, phone: PhoneBody | undefined) {
  return {
    phone: boot.public.phone && !isMobile() ? phone : undefined,
    wallets,
    timers: browserTimers,
    lock: createPromptLock('locks' in navigator ? navigator.locks : undefined),
    page: browserPage(boot.public.origin, blockedScripts),
  }
}
