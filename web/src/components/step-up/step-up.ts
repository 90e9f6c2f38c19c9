import type { Action } from '@countersign/contract/action.ts'
import { AppError } from '@countersign/contract/errors.ts'
import type { Route } from '@countersign/contract/route.ts'
import { type Act, isAdminMode, requiredStepUp } from '@countersign/contract/step-up.ts'
import { createContext, useContext } from 'react'
import { stepUp as words } from '../../words/account-step-up.ts'

/** Requests a signature that names the action; false if the person declines. */
type AskStepUp = (act: Act) => Promise<boolean>

export type StepUp = { ask: AskStepUp }

export const StepUpContext = createContext<StepUp | undefined>(undefined)

export function useStepUp(): StepUp {
  const stepUp = useContext(StepUpContext)
  if (!stepUp) throw new Error('useStepUp was called outside of the shell.')
  return stepUp
}

/** The person declined the step-up, and nothing was done. */
export class NotConfirmed extends Error {
  constructor() {
    super('Not confirmed.')
    this.name = 'NotConfirmed'
  }
}

/** Runs a call after the signature it needs. If the server requires another one, requests that and runs it again. */
export async function confirmed<Answer>(
  ask: AskStepUp,
  act: Act | undefined,
  run: () => Promise<Answer>,
): Promise<Answer> {
  const sign = async (wanted: Act) => {
    if (!(await ask(wanted))) throw new NotConfirmed()
  }
  if (act) await sign(act)
  try {
    return await run()
  } catch (error) {
    const wanted = act ? undefined : actOf(error)
    if (!wanted) throw error
    await sign(wanted)
    return await run()
  }
}

/** The step-up a call needs now: none for routine administration while admin mode is open. */
export function neededStepUp(
  stepUp: Route['stepUp'],
  sent: { params: Record<string, string>; body: unknown },
  { adminUntil }: { adminUntil: string | null },
): Act | undefined {
  const act = requiredStepUp(stepUp, sent)
  const open = adminUntil !== null && Date.now() < Date.parse(adminUntil)
  return act && open && isAdminMode(act) ? undefined : act
}

function actOf(error: unknown): Act | undefined {
  if (!(error instanceof AppError) || error.code !== 'step_up_required' || !error.act) return undefined
  const { action, target } = error.act
  return isAction(action) ? { action, target } : undefined
}

/** A newer server may require an action this page does not know. */
function isAction(name: string): name is Action {
  return Object.hasOwn(words.acts, name)
}
