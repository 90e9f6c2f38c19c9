import { matchPage } from '@countersign/contract/pages.ts'
import type { BodyOf } from '@countersign/contract/route.ts'
import type { ClientErrorCode, reportClientError } from '@countersign/contract/routes/client-error.ts'

/** Uses `keepalive` because a reload often follows, and not `callRoute`, to keep this chunk small. */
export function reportProblem(code: ClientErrorCode): void {
  const page = matchPage(location.pathname)?.page
  const body: BodyOf<typeof reportClientError> = { code, ...(page === undefined ? {} : { place: page }) }
  fetch('/api/client-errors', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'X-Countersign': '1' },
    body: JSON.stringify(body),
    keepalive: true,
  }).catch(() => undefined)
}
