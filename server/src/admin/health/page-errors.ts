/** Errors reported by pages, without anything about people. */

import type { Finding } from '@countersign/contract/routes/admin/health.ts'
import type { Context } from '../../context.ts'
import { mostFrequentError } from './client-error-counts.ts'
import { good, note } from './finding.ts'

export function checkPageErrors(context: Context): Finding {
  const most = mostFrequentError(context)
  if (!most) return good('page_errors', 'No page errors in the last 24 hours.')
  const { total, code, place, times } = most
  const at = place === '' ? '' : ` at ${place}`
  return note(
    'page_errors',
    `${total === 1 ? '1 page error' : `${total} page errors`} in the last 24 hours, most often ${code}${at} (${times}).`,
    'Codes that start with wallet/ come from people’s wallets and are documented at /problems/…. For page/crashed, open the page with the browser console. Counts reset when the server restarts.',
  )
}
