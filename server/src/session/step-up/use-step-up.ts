/** Critical actions use up a signature; routine administration needs admin mode. */

import { AppError } from '@countersign/contract/error/errors.ts'
import { STEP_UP_NOW_MS } from '@countersign/contract/limits.ts'
import type { StepUpAction } from '@countersign/contract/step-up.ts'
import { requireTrustedSigner } from '../../accounts/wallet/wallet.ts'
import type { Acting } from '../../call.ts'
import type { Context } from '../../context.ts'
import type { SessionRecord } from '../session-record.ts'
import { restoreStepUp, type UsedStepUp, useStepUp } from './step-up.store.ts'
import { actionName } from './step-up-action.ts'

export function requireAdminMode(context: Context, { retiredToken, adminUntil }: SessionRecord): void {
  const open = !retiredToken && adminUntil !== null && context.now() < adminUntil
  if (!open) throw new AppError('step_up_required', { stepUp: { action: 'admin.mode' } })
}

type Request = Pick<Acting, 'transaction'> & { session: SessionRecord; action: StepUpAction }

/** A rejected action changed nothing, so its signature can be used again. */
export async function withStepUp<T>(
  context: Context,
  request: Request,
  run: (signerId: string) => Promise<T>,
): Promise<T> {
  const { id, walletId } = await consumeStepUp(context, request)
  try {
    return await run(walletId)
  } catch (error) {
    if (error instanceof AppError && error.code !== 'db_unavailable') await restoreStepUp(context.store, id)
    throw error
  }
}

/** Throws before the action begins, so that the refusal is recorded. */
function consumeStepUp(context: Context, { session, action, transaction }: Request): Promise<UsedStepUp> {
  const now = context.now()
  const { id: sessionId, tokenHash } = session
  const request = { sessionId, tokenHash, action: actionName(action), since: now - STEP_UP_NOW_MS, now }
  return transaction(async (queries) => {
    const used = session.retiredToken ? undefined : await useStepUp(queries, request)
    if (!used) throw new AppError('step_up_required', { stepUp: action })
    await requireTrustedSigner(context, queries, { personId: session.person.id, walletId: used.walletId, action })
    return used
  })
}
