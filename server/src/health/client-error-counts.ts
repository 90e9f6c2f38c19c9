import type { WalletCode } from '@countersign/contract/client-error.ts'
import type { Context } from '../context.ts'

export type ClientErrorCounts = Partial<Record<WalletCode, number>>

const countsOf = new WeakMap<Context, ClientErrorCounts>()

/** How often each problem was met since this process began. */
export function clientErrorCounts(context: Context): Readonly<ClientErrorCounts> {
  return countsOf.get(context) ?? {}
}

export function countClientError(context: Context, code: WalletCode): void {
  const counts = countsOf.get(context) ?? {}
  const times = (counts[code] ?? 0) + 1
  counts[code] = times
  countsOf.set(context, counts)
  context.log.debug('a wallet failed in a browser', { code, times })
}
