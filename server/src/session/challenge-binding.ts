import { AppError } from '@countersign/contract/error/errors.ts'
import type { BodyOf } from '@countersign/contract/route.ts'
import type { createChallenge } from '@countersign/contract/routes/challenge.ts'
import type { Context } from '../context.ts'
import { holderOf } from '../proof/challenge/challenge.ts'
import type { SessionRecord } from './session-record.ts'
import { actionName, describeAction } from './step-up/step-up-action.ts'

type Challenge = BodyOf<typeof createChallenge>
type Requested = Pick<Challenge, 'purpose'> & Partial<Challenge>

export type Binding = { boundTo?: string; subject?: string; holder?: string }

/** Challenges for step-ups and new wallets are bound to a session, those for the setup to the name of the site. */
export async function readBinding(
  context: Context,
  requireSession: () => Promise<SessionRecord>,
  { purpose, action, target, instanceName }: Requested,
): Promise<Binding> {
  if ((purpose === 'setup') !== (instanceName !== undefined))
    throw new AppError('purpose_not_allowed', { detail: 'A setup challenge, and no other, requires the site name.' })
  if (purpose === 'step_up') {
    if (!action) throw new AppError('purpose_not_allowed', { detail: 'A step-up challenge requires an action.' })
    const session = await requireSession()
    const stepUp = { action, target }
    const subject = await describeAction(context.store, session.person, stepUp)
    return { boundTo: actionName(stepUp), subject, holder: holderOf(session) }
  }
  if (action !== undefined || target !== undefined) throw new AppError('purpose_not_allowed')
  if (instanceName !== undefined) return { boundTo: instanceName }
  if (purpose !== 'link_wallet') return {}
  const session = await requireSession()
  return { boundTo: session.id, holder: holderOf(session) }
}
