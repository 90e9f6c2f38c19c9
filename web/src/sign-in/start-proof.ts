import { AppError } from '@countersign/contract/errors.ts'
import type { Proof } from '@countersign/contract/proof.ts'
import type { BodyOf } from '@countersign/contract/route.ts'
import { createChallenge } from '@countersign/contract/routes/challenge.ts'
import { createProofChallenge, proveToApp } from '@countersign/contract/routes/interaction.ts'
import { type SessionState, stepUp } from '@countersign/contract/routes/session.ts'
import type { Act } from '@countersign/contract/step-up.ts'
import { callRoute } from '../api/call.ts'
import { browserPage, browserTimers } from '../session/browser.ts'
import type { Page } from '../session/page.ts'
import type { SignInOptions } from './flow.ts'
import { createPromptLock } from './prompt-lock.ts'
import { createSignIn, type SignIn } from './sign-in.ts'
import { preferWanted } from './wanted-account.ts'

type Proving = Pick<SignInOptions, 'wants'>

/** Somebody who is signed in confirms one act by name. */
export function beginStepUp(page: Page, act: Act, proving: Proving): SignIn {
  return begin(page, {
    ...proving,
    challenge: { purpose: 'step_up', action: act.action, ...(act.target === undefined ? {} : { target: act.target }) },
    submit: async (proof, { idempotencyKey, signal }) => {
      const state = await callRoute(stepUp, { proof }, { idempotencyKey, signal })
      // Whether admin mode is open is known to every tab.
      page.session.signedIn(state)
      return { ...state, created: false, next: '' }
    },
  })
}

type Linking = Proving & { onProof(proof: Proof, idempotencyKey: string): void }

/** A new wallet signs for the account that is signed in. It is sent once a wallet of the account has confirmed it. */
export function beginLink(page: Page, { onProof, ...proving }: Linking): SignIn {
  return begin(page, {
    ...proving,
    challenge: { purpose: 'link_wallet' },
    submit: async (proof, { idempotencyKey }) => {
      onProof(proof, idempotencyKey)
      return { ...stateOf(page), created: false, next: '' }
    },
  })
}

type ProvingToApp = Proving & { interaction: string; onProven(redirectTo: string): void }

/** The wallet of this session signs for an app, for one of its requests. */
export function beginAppProof(page: Page, { interaction, onProven, ...proving }: ProvingToApp): SignIn {
  const params = { id: interaction }
  return begin(page, {
    ...proving,
    challenge: (signal) => callRoute(createProofChallenge, undefined, { params, signal }),
    submit: async (proof, { idempotencyKey, signal }) => {
      const { redirectTo } = await callRoute(proveToApp, { proof }, { params, idempotencyKey, signal })
      onProven(redirectTo)
      return { ...stateOf(page), created: false, next: '' }
    },
  })
}

type Beginning = Proving & {
  challenge: BodyOf<typeof createChallenge> | SignInOptions['fetchChallenge']
  submit: SignInOptions['submit']
}

function begin(page: Page, { challenge, submit, wants }: Beginning): SignIn {
  const { session, wallets, boot } = page
  return createSignIn({
    wallets,
    fetchChallenge:
      typeof challenge === 'function' ? challenge : (signal) => callRoute(createChallenge, challenge, { signal }),
    submit: async (proof, options) => {
      try {
        return await submit(proof, options)
      } catch (error) {
        session.noticeError(error)
        throw error
      }
    },
    ...(wants ? { wants, preferWanted } : {}),
    onSignedIn: () => {},
    onSignedInElsewhere: () => () => {},
    timers: browserTimers,
    lock: createPromptLock('locks' in navigator ? navigator.locks : undefined),
    page: browserPage(boot.public.origin),
  })
}

function stateOf(page: Page): SessionState {
  const session = page.session.getSession()
  if (session.status !== 'signed-in') throw new AppError('unauthenticated')
  return session.state
}
