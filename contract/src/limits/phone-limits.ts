const SECOND = 1000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE

/** 8 of 20 consonants are 34 bits; a code is valid for minutes, and wrong ones are rate-limited. */
export const PHONE_CODE_LENGTH = 8
/** Short to type. There is one try, and it only shows that the person sees the computer's screen. */
export const PHONE_NUMBER_LENGTH = 2
/** As long as codes that people know; a guess is right once in 1,000,000 times. */
export const PHONE_DIGITS_LENGTH = 6
/** Long enough to unlock a phone and scan. */
export const PHONE_UNOPENED_MS = 3 * MINUTE
/** Long enough to open a wallet app and sign; a longer one would help a relay. */
export const PHONE_REQUEST_MS = 5 * MINUTE
/** Leaves time to read six digits from the phone and type them. */
export const PHONE_APPROVED_MS = 2 * MINUTE
/** A phone changes from Wi-Fi to its mobile network and back; a link that was passed on is opened from more. */
export const PHONE_NETWORKS_MAX = 3
/** 3 of 1,000,000. */
export const PHONE_DIGITS_TRIES = 3
/** A device counts as trusted this long after its first sign-in, so that the person can remove one that is not theirs. */
export const PHONE_DEVICE_AGE_MS = 24 * HOUR
/** A request is a session to be: one browser needs one at a time. */
export const RATE_PHONE_REQUESTS_PER_BROWSER = { burst: 5, perMs: MINUTE }
/** Covers an office behind one address. */
export const RATE_PHONE_REQUESTS_PER_ADDRESS = { burst: 20, perMs: MINUTE }
/** Wrong codes from one network, after which right ones are refused, too. */
export const RATE_PHONE_CODES_PER_ADDRESS = { burst: 5, perMs: 10 * MINUTE }
/** Looking at a request, typing its number and signing take a handful of calls. */
export const RATE_PHONE_CALLS_PER_ADDRESS = { burst: 60, perMs: MINUTE }
/** Two pages that poll every two seconds, and an office of them. */
export const RATE_PHONE_STATES_PER_ADDRESS = { burst: 300, perMs: MINUTE }
/** Of a session that was approved from a phone on a device that is not trusted: one working day. */
export const PHONE_SESSION_MAX_MS = 12 * HOUR
/** Of the same: an attacker who had it approved must not keep it by being quiet. */
export const PHONE_SESSION_IDLE_MS = 1 * HOUR
/** While events do not arrive, the state is fetched this often. */
export const PHONE_POLL_MS = 2 * SECOND
