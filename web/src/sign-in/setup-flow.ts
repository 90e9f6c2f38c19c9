import type { BodyOf } from '@countersign/contract/route.ts'
import { createSetup } from '@countersign/contract/routes/setup.ts'
import { callRoute } from '../api/call.ts'
import type { Page } from '../session/page.ts'
import type { SignIn } from './sign-in.ts'
import { createSessionFlow, HOME } from './sign-in-flow.ts'

/** Read when the signature is sent, so that a retry uses the current input. */
type SetupForm = () => Omit<BodyOf<typeof createSetup>, 'proof' | 'keep'>

export function createSetupFlow(page: Page, form: SetupForm): SignIn {
  return createSessionFlow(page, {
    purpose: 'setup',
    switching: false,
    next: HOME,
    submit: (proof, { keep, idempotencyKey, signal }) =>
      callRoute(createSetup, { ...form(), proof, keep }, { idempotencyKey, signal }),
  })
}
