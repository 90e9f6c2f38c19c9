import { stepUp } from '../../words/own.ts'
import { refusalWords } from '../loaded.tsx'
import { NotConfirmed } from '../step-up/step-up.ts'

/** Why a call failed, in one line for a dialog. */
export function failureText(error: unknown): string | undefined {
  if (!error) return undefined
  if (error instanceof NotConfirmed) return stepUp.notConfirmed
  const { title, body } = refusalWords(error)
  return `${title}. ${body}`
}
