/** What a wallet's error means, by the catalogue in the wallet research (section 3). */

import { KnownProblemError } from '../wallet/wallet-error.ts'
import { type Clue, type ErrorRow, errorRows, type Phase, type Verdict } from './wallet-errors.ts'

export type Circumstance = { phase: Phase; rdns: string | undefined }

export function classifyWalletError(error: unknown, circumstance: Circumstance): Verdict {
  if (error instanceof KnownProblemError) return { kind: 'problem', ...error.problem, retryAfter: undefined }
  const clue = readClue(error)
  return errorRows.find((row) => matches(row, clue, circumstance))?.verdict ?? unknownVerdict(circumstance)
}

/** For "Details": what the wallet said, without what could mislead, at most 500 characters. */
export function describeWalletError(error: unknown): string | undefined {
  const { codes, texts } = readClue(error)
  const text = [...(codes.length > 0 ? [`(${codes.join(', ')})`] : []), texts[0] ?? ''].join(' ')
  const plain = text
    .replace(/[\p{C}\p{Zl}\p{Zp}]/gu, ' ')
    .replace(/\s+/gu, ' ')
    .trim()
  return plain === '' ? undefined : [...plain].slice(0, 500).join('')
}

const DEPTH = 5

/** Walks `error`, `cause`, `data.originalError` and `error.error`: wallets and libraries wrap the real code. */
export function readClue(error: unknown, depth = 0): Clue {
  const clue: Clue = { codes: [], names: [], texts: [] }
  if (typeof error === 'string') return { ...clue, texts: [error] }
  if (typeof error !== 'object' || error === null || depth >= DEPTH) return clue
  const { code, name, message, cause, data, error: inner } = safely(error)
  const number = typeof code === 'string' && /^-?\d{1,6}$/.test(code) ? Number(code) : code
  if (typeof number === 'number') clue.codes.push(number)
  if (typeof name === 'string' && name !== 'Error') clue.names.push(name)
  if (typeof message === 'string' && message !== '') clue.texts.push(message)
  const original = typeof data === 'object' && data !== null ? safely(data).originalError : undefined
  for (const next of [original, cause, inner]) {
    const found = readClue(next, depth + 1)
    clue.codes.push(...found.codes)
    clue.names.push(...found.names)
    clue.texts.push(...found.texts)
  }
  return clue
}

/** A wallet's error object may be a proxy or have getters that throw. */
function safely(value: object): Record<string, unknown> {
  const read: Record<string, unknown> = {}
  for (const key of ['code', 'name', 'message', 'cause', 'data', 'error', 'originalError']) {
    try {
      read[key] = Reflect.get(value, key)
    } catch {
      // a part that cannot be read tells nothing
    }
  }
  return read
}

function matches(row: ErrorRow, clue: Clue, { phase, rdns }: Circumstance): boolean {
  if (row.phase && row.phase !== phase) return false
  if (row.rdns && row.rdns !== rdns) return false
  if (row.codes && !clue.codes.some((code) => row.codes?.includes(code))) return false
  if (row.from && !clue.codes.some((code) => row.from && code >= row.from[0] && code <= row.from[1])) return false
  if (row.names && !clue.names.some((name) => row.names?.includes(name))) return false
  if (row.text && !clue.texts.some((text) => row.text?.test(text))) return false
  return true
}

/** Trust answers in the person's language and without a code: it refused, more is not to be had. */
function unknownVerdict({ rdns }: Circumstance): Verdict {
  const code = rdns === 'com.trustwallet.app' ? 'wallet/refused' : 'wallet/unknown'
  return { kind: 'problem', code, remedy: 'try_again', retryAfter: undefined }
}
