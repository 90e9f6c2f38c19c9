/**
 * A path as it may stand in a log: what is long enough to be a token, such as that of an invitation, is left out. Ids
 * are kept, since they open nothing.
 */
export function redactPath(path: string): string {
  const shown = path.split('/').map((segment) => (segment.length >= TOKEN_MIN && !ID.test(segment) ? '…' : segment))
  return shown.join('/').slice(0, 200)
}

const TOKEN_MIN = 20
const ID = /^[a-z]{3}_[0-9A-HJKMNP-TV-Z]{26}$/
