import type { ReactNode } from 'react'
import type { Notice } from '../../sign-in/attempt.ts'
import { stepUp as text } from '../../words/account/step-up.ts'
import { steps } from '../../words/steps.ts'

/** Why an account may not sign, and what to do: one notice. */
export type Objection = { reason: ReactNode; help: ReactNode; accounts?: ReactNode; tone?: 'warn' }

/** What helps if the account may not sign. */
export type Remedy = 'other_account' | 'other_wallet'

type Shown = { notice: Notice | undefined; wallet: string; remedy: Remedy }

type Advice = { stayed?: string; help: ReactNode }

/** What "Use another account" did, and what to do now. */
export function adviceFor({ help }: Objection, { notice, wallet, remedy }: Shown): Advice {
  // Without a picker, the account is switched before the click.
  if (notice?.kind === 'switch_in_wallet' && remedy === 'other_account')
    return { help: steps.notices.switch_in_wallet(wallet) }
  return isStay(notice) ? { stayed: text.stayed(wallet), help } : { help }
}

/** The notice that is shown beside an objection: not one that it replaces, or that says to continue. */
export function noticeBesideObjection(notice: Notice | undefined): Notice | undefined {
  return isStay(notice) || notice?.kind === 'late_answer' ? undefined : notice
}

/** The account is the same as before "Use another account". */
export function isStay(notice: Notice | undefined): boolean {
  return notice?.kind === 'no_other_account' || notice?.kind === 'switch_in_wallet'
}
