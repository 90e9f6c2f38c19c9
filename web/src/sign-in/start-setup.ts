import type { BodyOf } from '@countersign/contract/route.ts'
import { createSetup } from '@countersign/contract/routes/setup.ts'
import { callRoute } from '../api/call.ts'
import type { Page } from '../session/page.ts'
import type { SignIn } from './sign-in.ts'
import { begin, HOME } from './start-sign-in.ts'

/** What is in the form when the signature is sent, so that a retry uses what is typed then. */
export type SetupForm = () => Omit<BodyOf<typeof createSetup>, 'proof' | 'keep'>

export function beginSetup(page: Page, form: SetupForm): SignIn {
  return begin(page, {
    purpose: 'setup',
    switching: false,
    next: HOME,
    submit: (proof, { keep, idempotencyKey, signal }) =>
      callRoute(createSetup, { ...form(), proof, keep }, { idempotencyKey, signal }),
  })
}
