import { type ErrorDetails, readErrorDetails } from '../../wallet/error-details.ts'
import { KnownProblemError } from '../../wallet/wallet-error.ts'
import { type ErrorRow, errorRows, type Phase, type Verdict } from './wallet-errors.ts'

export type ErrorContext = { phase: Phase; rdns: string | undefined }

export function classifyWalletError(error: unknown, context: ErrorContext): Verdict {
  if (error instanceof KnownProblemError) return { kind: 'problem', ...error.problem }
  const details = readErrorDetails(error)
  return errorRows.find((row) => matches(row, details, context))?.verdict ?? defaultVerdict(context)
}

function matches(row: ErrorRow, details: ErrorDetails, { phase, rdns }: ErrorContext): boolean {
  if (row.phase && row.phase !== phase) return false
  if (row.rdns && row.rdns !== rdns) return false
  if (row.codes && !details.codes.some((code) => row.codes?.includes(code))) return false
  if (row.codeRange) {
    const [min, max] = row.codeRange
    if (!details.codes.some((code) => code >= min && code <= max)) return false
  }
  if (row.names && !details.names.some((name) => row.names?.includes(name))) return false
  if (row.text && !details.texts.some((text) => row.text?.test(text))) return false
  return true
}

/** Trust Wallet sends localized messages without a code. */
function defaultVerdict({ rdns }: ErrorContext): Verdict {
  const code = rdns === 'com.trustwallet.app' ? 'wallet/refused' : 'wallet/unknown'
  return { kind: 'problem', code, remedy: 'try_again' }
}
