/**
 * Lifetimes, lengths and rates: the only place where such a number lives.
 * The comment above each constant is its reason and is printed in docs/specification.md.
 */

const SECOND = 1000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/** Hardware wallets and unlocking take minutes; longer would only help a replay. */
export const CHALLENGE_TTL_MS = 10 * MINUTE
/** A challenge with less time left is replaced before the wallet is asked. */
export const CHALLENGE_MIN_LEFT_MS = 60 * SECOND
/** An unanswered signature request is given up this long before its challenge ends. */
export const CHALLENGE_GUARD_MS = 30 * SECOND
/** 24 base62 characters are 142 bits: the nonce is a secret until it is signed. */
export const NONCE_LENGTH = 24
/** Host and port of the origin: with it the longest message stays under 900 bytes. */
export const DOMAIN_MAX = 200
/** Trezor signs at most 1,024 bytes. */
export const MESSAGE_MAX_BYTES = 1024
/** ERC-6492 wrappers with factory data are kilobytes; this bounds the reader. */
export const SIGNATURE_MAX_BYTES = 16_384
/** An authenticated challenge token is about 600 characters. */
export const CHALLENGE_TOKEN_MAX = 2048
/** The statement fits every wallet's window and the ERC-4361 alphabet. */
export const STATEMENT_MAX = 160

/** Nothing opened yet? Most wallets open their window at once. */
export const CONNECT_HINT_MS = 15 * SECOND
/** Time to say plainly that the wallet has not answered. */
export const CONNECT_STALLED_MS = 60 * SECOND
/** Wallets never answer when their window is closed; this covers unlocking with a long password. */
export const CONNECT_ABANDON_MS = 120 * SECOND
/** Reading the message takes 10 to 15 seconds. */
export const SIGN_HINT_MS = 20 * SECOND
/** Back from the wallet this long without a signature: it closed and will not answer. */
export const NO_SIGNATURE_AFTER_MS = 60 * SECOND
/** Two refusals this close together are often the wallet's, not the person's. */
export const DECLINED_TWICE_MS = 10 * SECOND
/** A request that was cut off is sent once more after this. */
export const RESEND_AFTER_MS = 1 * SECOND
/** While our server is down, the page sends the same signature again this often. */
export const RESEND_EVERY_MS = 5 * SECOND
/** Plain accounts are checked in milliseconds; only a slow network gets here. */
export const VERIFY_NOTE_MS = 5 * SECOND
/** People do not wait longer for an answer. */
export const VERIFY_LIMIT_MS = 30 * SECOND
/** A healthy extension answers in under 100 ms; a locked one may never answer. */
export const RESTORE_PROBE_MS = 3 * SECOND
/** EIP-6963 wallets answer within a tick. */
export const ANNOUNCE_WAIT_MS = 300
/** Wallets' in-app browsers inject late. */
export const ANNOUNCE_WAIT_IN_APP_MS = 3 * SECOND
/** Under that a spinner is a flash. */
export const SPINNER_DELAY_MS = 400
/** Say "no wallet" only when sure. */
export const NO_WALLET_AFTER_MS = 1 * SECOND
/** More remembered wallets are noise. */
export const RECENT_WALLETS = 3
/** A wallet's answer after that is ignored in silence. */
export const LATE_ANSWER_WINDOW_MS = 10 * MINUTE
/** A larger icon is not an icon; the row shows a plain one. */
export const WALLET_ICON_MAX_BYTES = 64 * 1024
/** Names come from the wallet and are hostile input. */
export const WALLET_NAME_MAX = 40

/** Signing is cheap, but a month is what people expect of a work sign-in. */
export const SESSION_MAX_MS = 30 * DAY
/** Survives a weekend and a week off sick. */
export const SESSION_IDLE_MS = 7 * DAY
/** Without "keep me signed in": shared computers. */
export const SESSION_NOT_KEPT_MS = 12 * HOUR
/** Session tokens are random and stored as SHA-256 only. */
export const SESSION_TOKEN_BYTES = 32
/** Parallel requests of other tabs may still carry the token before the last rotation. */
export const ROTATION_GRACE_MS = 30 * SECOND
/** At most one write a minute for a session in use. */
export const TOUCH_INTERVAL_MS = 60 * SECOND
/** WCAG 2.2.1 asks for 20 seconds or more. */
export const EXPIRY_WARNING_MS = 120 * SECOND
/** Bounds the list; the oldest is ended. */
export const SESSIONS_PER_PERSON = 50
/** Ended sessions stay in a person's history this long. */
export const ENDED_SESSION_KEPT_MS = 90 * DAY
/** A return to the tab asks the server at most this often. */
export const SESSION_CHECK_ON_FOCUS_MS = 30 * SECOND
/** The answer to a repeated POST of the same signature is given again this long. */
export const REPEAT_WINDOW_MS = 60 * SECOND
/** The cookie that binds challenges to one browser. */
export const BROWSER_COOKIE_MS = 24 * HOUR

/** The largest request body, unless the route says otherwise. */
export const BODY_MAX_BYTES = 16 * 1024
/** Routes that take a proof: a contract wallet's signature is 32 kB as hex. */
export const PROOF_BODY_MAX_BYTES = 48 * 1024
/** A request that does not arrive whole in this time is cut. */
export const REQUEST_TIMEOUT_MS = 15 * SECOND
/** A locked database is retried this long before the answer is 503. */
export const DATABASE_WAIT_MS = 5 * SECOND
/** `/readyz` tries a write at most this often: each costs a sync to disk. */
export const WRITE_PROBE_EVERY_MS = 5 * SECOND
/** Open requests get this long to finish when the server is told to stop. */
export const SHUTDOWN_GRACE_MS = 10 * SECOND
/** Fits one line on a 320 px screen. */
export const INSTANCE_NAME_MAX = 64
/** The longest address a person can be sent back to. */
export const RETURN_TO_MAX = 2048
/** 20 Crockford characters are 100 bits: a setup code cannot be guessed. */
export const SETUP_CODE_LENGTH = 20

/** One for each page view, plus retries. */
export const RATE_CHALLENGES_PER_ADDRESS = { burst: 30, perMs: MINUTE }
/** A browser that asks more often is a loop. */
export const RATE_CHALLENGES_PER_BROWSER = { burst: 10, perMs: MINUTE }
/** Signature checks cost CPU. */
export const RATE_SESSIONS_PER_ADDRESS = { burst: 20, perMs: MINUTE }
/** One wallet does not sign in more often. */
export const RATE_SESSIONS_PER_WALLET = { burst: 10, perMs: 10 * MINUTE }
/** Setup codes cannot be guessed; this keeps the log short. */
export const RATE_SETUP_PER_ADDRESS = { burst: 5, perMs: HOUR }
/** Reads of one session. */
export const RATE_READS_PER_SESSION = { burst: 300, perMs: MINUTE }
/** Writes of one session. */
export const RATE_WRITES_PER_SESSION = { burst: 60, perMs: MINUTE }
/** Problems in a browser are counted and nothing more. */
export const RATE_CLIENT_ERRORS_PER_BROWSER = { burst: 20, perMs: MINUTE }
/** Made-up browsers do not buy more than an office full of them. */
export const RATE_CLIENT_ERRORS_PER_ADDRESS = { burst: 60, perMs: MINUTE }
/** Bounds the memory of the rate limiter; the least recently used are forgotten. */
export const RATE_BUCKETS_MAX = 100_000
