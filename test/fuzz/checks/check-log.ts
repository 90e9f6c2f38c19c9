/** What the server logged that it must not. */

import type { ErrorCode } from '@countersign/contract/error/errors.ts'
import { EXPECTED_503 } from './check-problem.ts'

type Line = { level: string; message: string; code?: ErrorCode; reason?: string }

/** A mistake in the code or a constraint of the database, in the log of work that nobody waits for. */
const RAW =
  /constraint|SQLITE|syntax error|TypeError|RangeError|ReferenceError|SyntaxError|is not a function|undefined/i

export function checkLogLine(text: string): string | undefined {
  const line = JSON.parse(text) as Line // our own log
  if (line.level === 'warn') return RAW.test(line.reason ?? '') ? `logged ${text}` : undefined
  if (line.level !== 'error') return undefined
  const isExpected = line.message === 'request failed' && line.code !== undefined && EXPECTED_503.includes(line.code)
  return isExpected ? undefined : `logged ${text}`
}
