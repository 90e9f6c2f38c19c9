import { readMember } from './untrusted.ts'

export type ErrorDetails = { codes: number[]; names: string[]; texts: string[] }

const MAX_DEPTH = 5

/** Also reads `cause`, `data.originalError` and `error.error`, where wallets and libraries put the original code. */
export function readErrorDetails(error: unknown, depth = 0): ErrorDetails {
  const details: ErrorDetails = { codes: [], names: [], texts: [] }
  if (typeof error === 'string') return { ...details, texts: [error] }
  if (typeof error !== 'object' || depth >= MAX_DEPTH) return details
  const [code, name, message] = ['code', 'name', 'message'].map((key) => readMember(error, key))
  const number = typeof code === 'string' && /^-?\d{1,6}$/.test(code) ? Number(code) : code
  if (typeof number === 'number') details.codes.push(number)
  if (typeof name === 'string' && name !== 'Error') details.names.push(name)
  if (typeof message === 'string' && message !== '') details.texts.push(message)
  const original = readMember(readMember(error, 'data'), 'originalError')
  for (const next of [original, readMember(error, 'cause'), readMember(error, 'error')]) {
    const found = readErrorDetails(next, depth + 1)
    details.codes.push(...found.codes)
    details.names.push(...found.names)
    details.texts.push(...found.texts)
  }
  return details
}
