/** Errors that pages reported about themselves and about wallets: counted, without anything about people. */

import type { Finding } from '@countersign/contract/health.ts'
import type { Context } from '../context.ts'
import { mostFrequentError } from './client-error-counts.ts'
import { good, note } from './finding.ts'

export function checkPageErrors(context: Context): Finding {
  const most = mostFrequentError(context)
  if (!most) return good('page_errors', 'No errors were reported by pages in the last 24 hours.')
  const { total, code, place, times } = most
  const at = place === '' ? '' : ` at ${place}`
  return note(
    'page_errors',
    `${total === 1 ? '1 error was' : `${total} errors were`} reported by pages in the last 24 hours, most often ${code}${at} (${times}).`,
    `Codes that begin with wallet/ come from people's wallets and are explained at /problems/…; page/crashed is a fault of a page: reload it with the browser's console open. Counts start anew when the server starts.`,
  )
}
