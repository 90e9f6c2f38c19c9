import { AppError } from '@countersign/contract/error/errors.ts'
import { parseAccount } from '@countersign/contract/family/account.ts'
import type { Proof } from '@countersign/contract/proof.ts'
import type { BodyOf } from '@countersign/contract/route.ts'
import { createChallenge } from '@countersign/contract/routes/challenge.ts'
import { createProofChallenge, proveToApp } from '@countersign/contract/routes/interaction.ts'
import { stepUp } from '@countersign/contract/routes/session.ts'
import type { StepUpAction } from '@countersign/contract/step-up.ts'
import { callRoute } from '../../api/call.ts'
import type { Page } from '../../session/page.ts'
import { createSignIn, type SignIn } from '../sign-in.ts'
import type { SignInOptions, SubmitOptions } from './flow.ts'
import { browserOptions } from './sign-in-flow.ts'

type Signer = Pick<SignInOptions, 'allows'>

/** A step-up: a fresh signature for one sensitive action. */
export function createStepUpFlow(page: Page, { action, target }: StepUpAction, signer: Signer): SignIn {
  const body = { purpose: 'step_up', action, ...(target === undefined ? {} : { target }) } as const
  return createProofFlow(page, {
    ...signer,
    fetchChallenge: fetchChallengeFor(body),
    phone: body,
    submit: async (proof, { idempotencyKey, signal }) => {
      // Updates admin mode in every tab.
      page.session.signedIn(await callRoute(stepUp, { proof }, { idempotencyKey, signal }))
    },
  })
}

type LinkOptions = Signer & { onProof(proof: Proof, idempotencyKey: string): void }

/** A new wallet signs for the current account. The proof is sent after a linked wallet has confirmed it. */
export function createLinkFlow(page: Page, { onProof, ...signer }: LinkOptions): SignIn {
  return createProofFlow(page, {
    ...signer,
    fetchChallenge: fetchChallengeFor({ purpose: 'link_wallet' }),
    phone: { purpose: 'link_wallet' },
    submit: async (proof, { idempotencyKey }) => {
      // The account of a phone is known only after it has signed.
      const account = parseAccount(proof.account)
      if (account && signer.allows?.(account) === false) throw new AppError('wallet_already_yours')
      onProof(proof, idempotencyKey)
    },
  })
}

type AppProofOptions = Signer & { interaction: string; onProven(redirectTo: string): void }

/** The session's wallet signs for one request of an app. */
export function createAppProofFlow(page: Page, { interaction, onProven, ...signer }: AppProofOptions): SignIn {
  const params = { id: interaction }
  return createProofFlow(page, {
    ...signer,
    fetchChallenge: (signal) => callRoute(createProofChallenge, undefined, { params, signal }),
    submit: async (proof, { idempotencyKey, signal }) => {
      const { redirectTo } = await callRoute(proveToApp, { proof }, { params, idempotencyKey, signal })
      onProven(redirectTo)
    },
  })
}

/** Connects a wallet and requests no signature: it never has a challenge to sign. */
export function createConnectFlow(page: Page): SignIn {
  return createProofFlow(page, {
    allows: () => true,
    fetchChallenge: () => new Promise(() => {}),
    submit: async () => {},
  })
}

function fetchChallengeFor(body: BodyOf<typeof createChallenge>): SignInOptions['fetchChallenge'] {
  return (signal) => callRoute(createChallenge, body, { signal })
}

type ProofFlow = Pick<SignInOptions, 'allows' | 'fetchChallenge' | 'phone'> & {
  submit(proof: Proof, options: SubmitOptions): Promise<void>
}

function createProofFlow(page: Page, { submit, phone, ...options }: ProofFlow): SignIn {
  return createSignIn({
    ...browserOptions(page, phone),
    ...options,
    submit: async (proof, submitOptions) => {
      try {
        await submit(proof, submitOptions)
        if (page.session.getSession().status !== 'signed-in') throw new AppError('unauthenticated')
        return { next: '' }
      } catch (error) {
        page.session.noticeError(error)
        throw error
      }
    },
    onAccepted: () => {},
    onSignedInElsewhere: () => () => {},
  })
}
