import { recover } from '@countersign/contract/routes/recovery.ts'
import { callRoute } from '../api/call.ts'
import type { Page } from '../session/page.ts'
import type { SignIn } from './sign-in.ts'
import { begin, HOME } from './start-sign-in.ts'

/** For the recovery screen: the code or the link is read when the signature is sent, so a retry uses what is typed then. */
export function beginRecovery(page: Page, by: () => { code: string } | { link: string }): SignIn {
  return begin(page, {
    purpose: 'recover',
    switching: true,
    next: HOME,
    submit: (proof, { keep, idempotencyKey, signal }) =>
      callRoute(recover, { proof, keep, ...by() }, { idempotencyKey, signal }),
  })
}
