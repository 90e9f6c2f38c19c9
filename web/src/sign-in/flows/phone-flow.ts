import type { AnswerOf } from '@countersign/contract/route.ts'
import type { Challenge } from '@countersign/contract/routes/challenge.ts'
import { approvePhoneRequest } from '@countersign/contract/routes/phone.ts'
import { callRoute } from '../../api/call.ts'
import type { Page } from '../../session/page.ts'
import { createSignIn, type SignIn } from '../sign-in.ts'
import { browserOptions } from './sign-in-flow.ts'

type PhoneFlow = {
  code: string
  challenge: Challenge
  onApproved(answer: AnswerOf<typeof approvePhoneRequest>): void
  onRefused(error: unknown): void
}

/** A wallet of this phone signs the challenge of a computer; the session of this browser, if any, stays as it is. */
export function createPhoneFlow(page: Page, { code, challenge, onApproved, onRefused }: PhoneFlow): SignIn {
  return createSignIn({
    ...browserOptions(page, undefined),
    declinedNotice: 'declined_approval',
    fetchChallenge: async () => challenge,
    submit: async (proof, { idempotencyKey, signal }) => {
      try {
        // Reported here, because it is approved even if the attempt was canceled meanwhile.
        onApproved(await callRoute(approvePhoneRequest, { code, proof }, { idempotencyKey, signal }))
        return { next: '' }
      } catch (error) {
        onRefused(error)
        throw error
      }
    },
    onAccepted: () => {},
    onSignedInElsewhere: () => () => {},
  })
}
