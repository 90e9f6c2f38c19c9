const HOUR = 3_600_000
const DAY = 24 * HOUR

/** Fits a few sentences. */
export const ACCESS_MESSAGE_MAX = 280
/** A declined request can be repeated after this. */
export const REQUEST_REPEAT_MS = 7 * DAY
/** How long an accepted sign-up request stays valid. */
export const ACCEPTED_SIGN_UP_MS = 30 * DAY
/** Requests are deleted after this, decided or not. */
export const REQUEST_KEPT_MS = 90 * DAY
/** Open sign-up requests of the site: wallets are free, so a limit per wallet is not enough. */
export const SIGN_UP_REQUESTS_MAX = 1000
/** Covers a household behind one address. */
export const RATE_REQUESTS_PER_ADDRESS = { burst: 10, perMs: HOUR }
/** One person or wallet needs a few requests at most. */
export const RATE_REQUESTS_PER_PERSON = { burst: 10, perMs: DAY }
