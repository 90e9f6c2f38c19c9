import { AppError } from '@countersign/contract/error/errors.ts'
import type { Route } from '@countersign/contract/route.ts'
import { isAdminMode, requiredStepUps, type StepUpAction } from '@countersign/contract/step-up.ts'
import { createContext, useContext } from 'react'
import { stepUp as words } from '../../words/account/step-up.ts'
import { isKey } from '../../words/is-key.ts'

/** Resolves to false if the person declines. */
export type RequestStepUp = (stepUp: StepUpAction) => Promise<boolean>

export const StepUpContext = createContext<RequestStepUp | undefined>(undefined)

export function useStepUp(): RequestStepUp {
  const requestStepUp = useContext(StepUpContext)
  if (!requestStepUp) throw new Error('useStepUp was called outside of the shell.')
  return requestStepUp
}

export class StepUpDeclined extends Error {
  constructor() {
    super('The step-up was declined.')
    this.name = 'StepUpDeclined'
  }
}

/** Runs a call after the signatures it needs. If the server requires another one, requests that and runs it again. */
export async function runWithStepUp<Answer>(
  requestStepUp: RequestStepUp,
  stepUps: StepUpAction[],
  run: () => Promise<Answer>,
): Promise<Answer> {
  const sign = async (required: StepUpAction) => {
    if (!(await requestStepUp(required))) throw new StepUpDeclined()
  }
  for (const stepUp of stepUps) await sign(stepUp)
  try {
    return await run()
  } catch (error) {
    const required = readRequiredStepUp(error)
    if (!required || stepUps.some(({ action }) => action === required.action)) throw error
    await sign(required)
    return await run()
  }
}

/** The step-ups a call needs now: none for routine administration while admin mode is open. */
export function neededStepUps(
  rule: Route['stepUp'],
  sent: { params: Record<string, string>; body: unknown },
  { adminUntil }: { adminUntil: string | null },
): StepUpAction[] {
  const open = adminUntil !== null && Date.now() < Date.parse(adminUntil)
  return requiredStepUps(rule, sent).filter((stepUp) => !(open && isAdminMode(stepUp)))
}

function readRequiredStepUp(error: unknown): StepUpAction | undefined {
  if (!(error instanceof AppError) || error.code !== 'step_up_required' || !error.stepUp) return undefined
  const { action, target } = error.stepUp
  // A newer server may require an action this page does not know.
  return isKey(words.actions, action) ? { action, target } : undefined
}
