import { type Queries, statement } from '../store/database.ts'

const confirm = statement(`
  UPDATE session SET step_up_at = ?, step_up_act = ?, step_up_wallet_id = ? WHERE id = ? AND ended_at IS NULL`)
const voidBy = statement(`
  UPDATE session SET step_up_at = NULL, step_up_act = NULL, step_up_wallet_id = NULL
  WHERE person_id = ? AND step_up_wallet_id = ? AND ended_at IS NULL`)

type Confirmed = { at: number; act: string; walletId: string }

export async function storeStepUp(queries: Queries, sessionId: string, stepUp: Confirmed): Promise<void> {
  await queries.run(confirm, stepUp.at, stepUp.act, stepUp.walletId, sessionId)
}

/** What a wallet confirmed counts no more once it is removed. */
export async function voidStepUps(queries: Queries, by: { personId: string; walletId: string }): Promise<void> {
  await queries.run(voidBy, by.personId, by.walletId)
}
