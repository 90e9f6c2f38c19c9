/** Limits of access requests. */

const HOUR = 3_600_000
const DAY = 24 * HOUR

/** A few sentences; the details belong in a conversation. */
export const ACCESS_MESSAGE_MAX = 280
/** A declined request can be repeated after this time. */
export const REQUEST_REPEAT_MS = 7 * DAY
/** Someone whose sign-up was accepted has this long to sign in. */
export const ACCEPTED_SIGN_UP_MS = 30 * DAY
/** Requests are deleted after this time, decided or not. */
export const REQUEST_KEPT_MS = 90 * DAY
/** Open sign-up requests in all: wallets cost nothing, so addresses alone must not fill the table. */
export const SIGN_UP_REQUESTS_MAX = 1000
/** A household behind one address. */
export const RATE_REQUESTS_PER_ADDRESS = { burst: 10, perMs: HOUR }
/** One person or wallet needs a few requests at most. */
export const RATE_REQUESTS_PER_PERSON = { burst: 10, perMs: DAY }
