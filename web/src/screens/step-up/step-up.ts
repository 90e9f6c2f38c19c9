import type { Action } from '@countersign/contract/action.ts'
import { AppError } from '@countersign/contract/errors.ts'
import { createContext, useContext } from 'react'
import type { Act } from '../../sign-in/begin-proof.ts'
import { stepUp as words } from '../../words/own.ts'

/** Asks for a signature that names the act: true once the server has it, false when the person would rather not. */
export type AskStepUp = (act: Act) => Promise<boolean>

export type StepUp = {
  ask: AskStepUp
  /** When a signature was last accepted on this page, by this computer's clock. */
  confirmedAt(): number | undefined
}

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

/** Does something; where the server wants a signature for it first, asks for that and does it again by itself. */
export async function confirmed<Answer>(ask: AskStepUp, run: () => Promise<Answer>): Promise<Answer> {
  try {
    return await run()
  } catch (error) {
    const act = actOf(error)
    if (!act) throw error
    if (!(await ask(act))) throw new NotConfirmed()
    return await run()
  }
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
