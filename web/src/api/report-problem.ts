import { matchPage } from '@countersign/contract/pages.ts'
import type { BodyOf } from '@countersign/contract/route.ts'
import type { ClientErrorCode, reportClientError } from '@countersign/contract/routes/client-error.ts'

/**
 * Sent and forgotten: whether it was counted is nothing to the person. It outlives the page, for a problem is often
 * followed by a reload. Written out, because the way all other calls go would move code into the first files.
 */
export function reportProblem(code: ClientErrorCode): void {
  const place = matchPage(location.pathname)?.page
  const body: BodyOf<typeof reportClientError> = { code, ...(place === undefined ? {} : { place }) }
  fetch('/api/client-errors', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'X-Countersign': '1' },
    body: JSON.stringify(body),
    keepalive: true,
  }).catch(() => undefined)
}
