import { createSetup } from '@countersign/contract/setup.ts'
import { callRoute } from '../api/call.ts'
import type { Page } from '../session/page.ts'
import { begin, HOME } from './begin.ts'
import type { SignIn } from './sign-in.ts'

/** For the setup screen: code and name are read when the signature is sent, so a retry uses what is typed then. */
export function beginSetup(page: Page, form: { setupCode(): string; instanceName(): string }): SignIn {
  return begin(page, {
    purpose: 'setup',
    switching: false,
    next: HOME,
    submit: (proof, { keep, idempotencyKey, signal }) =>
      callRoute(
        createSetup,
        { setupCode: form.setupCode(), instanceName: form.instanceName(), proof, keep },
        { idempotencyKey, signal },
      ),
  })
}
