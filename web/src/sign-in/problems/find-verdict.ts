import { errorCode } from '../../wallet/wallet-error.ts'
import type { ErrorContext } from './classify-wallet-error.ts'
import type { Verdict } from './wallet-errors.ts'

const USER_REJECTED = 4001

/** The table of wallet errors is in the chunk of the steps, which is loaded once the list of wallets is shown. */
export async function findVerdict(error: unknown, context: ErrorContext): Promise<Verdict> {
  try {
    const { classifyWalletError } = await import('./classify-wallet-error.ts')
    return classifyWalletError(error, context)
  } catch {
    // The chunk failed to load: the page says so with the next step, and the list of wallets works without it.
    if (errorCode(error) === USER_REJECTED) return { kind: 'declined' }
    return { kind: 'problem', code: 'wallet/unknown', remedy: 'try_again' }
  }
}
