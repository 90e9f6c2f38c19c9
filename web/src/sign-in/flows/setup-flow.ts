import { AppError } from '@countersign/contract/error/errors.ts'
import { isInstanceName } from '@countersign/contract/names/name.ts'
import type { BodyOf } from '@countersign/contract/route.ts'
import { createSetup } from '@countersign/contract/routes/setup.ts'
import { callRoute } from '../../api/call.ts'
import type { Page } from '../../session/page.ts'
import type { SignIn } from '../sign-in.ts'
import { createSessionFlow } from './sign-in-flow.ts'

const CHECKLIST = '/admin'

/** `name` is signed. The rest is read when the signature is sent, so that a retry uses the current input. */
type SetupForm = () => Omit<BodyOf<typeof createSetup>, 'proof' | 'keep'> & { name: string }

export function createSetupFlow(page: Page, form: SetupForm): SignIn {
  return createSessionFlow(page, {
    challengeFor() {
      const { name } = form()
      // Nothing is signed without a name, and so nothing prefetched.
      if (!isInstanceName(name)) throw new AppError('invalid_body')
      return { purpose: 'setup', instanceName: name }
    },
    isCurrent: ({ boundTo }) => boundTo === form().name,
    switching: false,
    next: CHECKLIST,
    submit(proof, { keep, idempotencyKey, signal }) {
      const { name: _, ...rest } = form()
      return callRoute(createSetup, { ...rest, proof, keep }, { idempotencyKey, signal })
    },
  })
}
