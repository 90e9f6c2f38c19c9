/** Redacts segments that are long enough to be tokens. Ids are kept, since they grant nothing. */
export function redactPath(path: string): string {
  const shown = path.split('/').map((segment) => (segment.length >= TOKEN_MIN && !ID.test(segment) ? '…' : segment))
  return shown.join('/').slice(0, 200)
}

const TOKEN_MIN = 20
const ID = /^[a-z]{3}_[0-9A-HJKMNP-TV-Z]{26}$/
