import { recover } from '@countersign/contract/routes/recovery.ts'
import { callRoute } from '../../api/call.ts'
import type { Page } from '../../session/page.ts'
import type { SignIn } from '../sign-in.ts'
import { createSessionFlow, HOME } from './sign-in-flow.ts'

/** `secret` is read when the signature is sent, so that a retry uses the current input. */
export function createRecoveryFlow(page: Page, secret: () => { code: string } | { link: string }): SignIn {
  return createSessionFlow(page, {
    challengeFor: () => ({ purpose: 'recover' }),
    switching: true,
    next: HOME,
    submit: (proof, { keep, idempotencyKey, signal }) =>
      callRoute(recover, { proof, keep, ...secret() }, { idempotencyKey, signal }),
  })
}
