export type ErrorDetails = { codes: number[]; names: string[]; texts: string[] }

const MAX_DEPTH = 5

/** Also reads `cause`, `data.originalError` and `error.error`, where wallets and libraries put the original code. */
export function readErrorDetails(error: unknown, depth = 0): ErrorDetails {
  const details: ErrorDetails = { codes: [], names: [], texts: [] }
  if (typeof error === 'string') return { ...details, texts: [error] }
  if (typeof error !== 'object' || error === null || depth >= MAX_DEPTH) return details
  const { code, name, message, cause, data, error: inner } = readProperties(error)
  const number = typeof code === 'string' && /^-?\d{1,6}$/.test(code) ? Number(code) : code
  if (typeof number === 'number') details.codes.push(number)
  if (typeof name === 'string' && name !== 'Error') details.names.push(name)
  if (typeof message === 'string' && message !== '') details.texts.push(message)
  const original = typeof data === 'object' && data !== null ? readProperties(data).originalError : undefined
  for (const next of [original, cause, inner]) {
    const found = readErrorDetails(next, depth + 1)
    details.codes.push(...found.codes)
    details.names.push(...found.names)
    details.texts.push(...found.texts)
  }
  return details
}

/** A wallet's error object may be a proxy or have getters that throw. */
function readProperties(value: object): Record<string, unknown> {
  const read: Record<string, unknown> = {}
  for (const key of ['code', 'name', 'message', 'cause', 'data', 'error', 'originalError']) {
    try {
      read[key] = Reflect.get(value, key)
    } catch {
      // skipped
    }
  }
  return read
}
