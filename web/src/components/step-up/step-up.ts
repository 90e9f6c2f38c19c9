import type { Action } from '@countersign/contract/action.ts'
import { AppError } from '@countersign/contract/errors.ts'
import type { Route } from '@countersign/contract/route.ts'
import { type Act, isAdminMode, requiredStepUp } from '@countersign/contract/step-up.ts'
import { createContext, useContext } from 'react'
import { stepUp as words } from '../../words/own.ts'

/** Asks for a signature that names the act: true once the server has it, false when the person would rather not. */
export type AskStepUp = (act: Act) => Promise<boolean>

export type StepUp = { ask: AskStepUp }

export const StepUpContext = createContext<StepUp | undefined>(undefined)

export function useStepUp(): StepUp {
  const stepUp = useContext(StepUpContext)
  if (!stepUp) throw new Error('Something that may need a signature was rendered outside of the shell.')
  return stepUp
}

/** The person would rather not confirm it: calm, and nothing was done. */
export class NotConfirmed extends Error {
  constructor() {
    super('Not confirmed.')
    this.name = 'NotConfirmed'
  }
}

/**
 * Does something, after a signature where `act` says that one is needed. Where the server wants one that was not asked
 * for, asks for that and does it again by itself.
 */
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

/** The signature that a call needs now: none for routine administration while admin mode is open. */
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

/** A newer server may ask for an act this page has no words for: then it is refused like anything else. */
function isAction(name: string): name is Action {
  return Object.hasOwn(words.acts, name)
}
