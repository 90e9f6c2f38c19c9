/** Lifetimes, lengths and rates. The comment above each constant is its reason and is printed in docs/specification.md. */

const SECOND = 1000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/** Unlocking a wallet or using a hardware wallet takes minutes; a longer lifetime would only help a replay. */
export const CHALLENGE_TTL_MS = 10 * MINUTE
/** A spent challenge stays spent even if the clock is set back this far. */
export const SPENT_CHALLENGE_KEPT_MS = 7 * DAY
/** A challenge with less time left is replaced before the wallet is asked to sign. */
export const CHALLENGE_MIN_LEFT_MS = 60 * SECOND
/** An unanswered signature request is abandoned this long before its challenge expires. */
export const CHALLENGE_GUARD_MS = 30 * SECOND
/** 24 base62 characters are 142 bits: the nonce is a secret until it is signed. */
export const NONCE_LENGTH = 24
/** Allowed skew of a wallet's clock when the wallet writes the message itself (`one_step`). */
export const ONE_STEP_SKEW_MS = 5 * MINUTE
/** Browsers drop user activation within seconds, so after this wait the page falls back to two prompts. */
export const ONE_STEP_WAIT_MS = 1 * SECOND
/** Host and port of the origin, which the message names twice: with the longest statement it fits `MESSAGE_MAX_BYTES`. */
export const DOMAIN_MAX = 128
/** Trezor signs at most 1,024 bytes. */
export const MESSAGE_MAX_BYTES = 1024
/** ERC-6492 signatures contain kilobytes of factory data. */
export const SIGNATURE_MAX_BYTES = 16_384
/** An authenticated challenge token is about 350 to 600 characters. */
export const CHALLENGE_TOKEN_MAX = 2048
/** Fits the whole name of what an action changes: a host name has 253 characters, and a port. */
export const STATEMENT_MAX = 400

/** Most wallets open their window at once; after this the page shows a hint. */
export const CONNECT_HINT_MS = 15 * SECOND
/** After this the page shows that the wallet has not responded. */
export const CONNECT_STALLED_MS = 60 * SECOND
/** Wallets do not answer when their window is closed; this leaves time to unlock one. */
export const CONNECT_ABANDON_MS = 120 * SECOND
/** Reading the message takes 10 to 15 seconds. */
export const SIGN_HINT_MS = 20 * SECOND
/** After this long back on the page without a signature, the wallet window was probably closed. */
export const NO_SIGNATURE_AFTER_MS = 60 * SECOND
/** Two rejections this close together often come from the wallet, not the person. */
export const DECLINED_TWICE_MS = 10 * SECOND
/** Delay before a failed request is sent once more. */
export const RESEND_AFTER_MS = 1 * SECOND
/** While the server is down, the page resends the same signature this often. */
export const RESEND_EVERY_MS = 5 * SECOND
/** Signatures of key-controlled accounts are verified in milliseconds; only contract wallets take longer. */
export const VERIFY_NOTE_MS = 5 * SECOND
/** Timeout of a verification; people rarely wait longer. */
export const VERIFY_LIMIT_MS = 30 * SECOND
/** A healthy extension answers in under 100 ms; a locked one may never answer. */
export const RESTORE_PROBE_MS = 3 * SECOND
/** WalletConnect must be loaded first, even over a slow connection. */
export const RESTORE_LINKED_MS = 20 * SECOND
/** A relay that has not responded by then is unreachable. */
export const RELAY_ANSWER_MS = 20 * SECOND
/** EIP-6963 wallets answer within a tick. */
export const ANNOUNCE_WAIT_MS = 300
/** Wallets' in-app browsers inject late. The page says after a second that there is no wallet, and keeps looking. */
export const ANNOUNCE_WAIT_IN_APP_MS = 3 * SECOND
/** Wallets may announce themselves late; until then the page does not show that none was found. */
export const NO_WALLET_AFTER_MS = 1 * SECOND
/** Recently used wallets listed first. */
export const RECENT_WALLETS = 3
/** Larger icons are replaced with a generic one. */
export const WALLET_ICON_MAX_BYTES = 64 * 1024
/** Wallet names are untrusted input. */
export const WALLET_NAME_MAX = 40

/** A month is a common session lifetime at work. */
export const SESSION_MAX_MS = 30 * DAY
/** Survives a weekend and a week of absence. */
export const SESSION_IDLE_MS = 7 * DAY
/** Sessions without "keep me signed in", for shared devices, last one working day. */
export const SESSION_NOT_KEPT_MS = 12 * HOUR
/** Session tokens are random and stored as SHA-256 only. */
export const SESSION_TOKEN_BYTES = 32
/** Parallel requests of other tabs may still carry a token that was rotated meanwhile. */
export const ROTATION_GRACE_MS = 30 * SECOND
/** Limits updates of the last use to one write per minute and session. */
export const TOUCH_INTERVAL_MS = 60 * SECOND
/** WCAG 2.2.1 requires at least 20 seconds. */
export const EXPIRY_WARNING_MS = 120 * SECOND
/** Bounds the session list; a further sign-in ends the oldest session. */
export const SESSIONS_PER_PERSON = 50
/** Ended sessions stay in a person's history this long. */
export const ENDED_SESSION_KEPT_MS = 90 * DAY
/** Bounds the list of announced wallets (EIP-6963). */
export const ANNOUNCED_WALLETS_MAX = 50
/** The page revalidates its session on focus at most this often. */
export const SESSION_CHECK_ON_FOCUS_MS = 30 * SECOND
/** A repeated POST of the same signature gets the same answer for this long. */
export const REPEAT_WINDOW_MS = 60 * SECOND
/** Lifetime of the cookie that binds challenges to one browser. */
export const BROWSER_COOKIE_MS = 24 * HOUR

/** How long admin mode lasts after one signature. */
export const ADMIN_MODE_MS = 10 * MINUTE
/** How long a signature for a critical action stays valid for its call. */
export const STEP_UP_NOW_MS = 60 * SECOND
/** Bounds the list of trusted devices; a further one replaces the least recently used. */
export const DEVICES_PER_PERSON = 30
/** Lifetime of the trusted-device cookie; browsers cap cookies at 400 days. */
export const DEVICE_COOKIE_MS = 400 * DAY
/** Range that owners can set for the session lifetime. */
export const SESSION_MAX_RANGE_MS = { least: 1 * HOUR, most: 90 * DAY }
/** Range that owners can set for the idle timeout. */
export const SESSION_IDLE_RANGE_MS = { least: 15 * MINUTE, most: 30 * DAY }
/** Range that owners can set for sessions without "keep me signed in". */
export const SESSION_NOT_KEPT_RANGE_MS = { least: 15 * MINUTE, most: 1 * DAY }
/** Polling interval of each node, so that open pages notice an ended session within a second. */
export const EVENTS_LOOK_MS = 500
/** Proxies close silent connections after about 30 seconds. */
export const EVENTS_HEARTBEAT_MS = 20 * SECOND
/** Event streams per session; further tabs revalidate on focus instead. */
export const EVENTS_PER_SESSION = 3
/** Event streams per node; bounds open connections. */
export const EVENTS_PER_NODE = 2000

/** Access rules are evaluated for every wallet of a person. */
export const WALLETS_PER_PERSON = 20
/** A thief with one wallet must not remove the others on the same day. */
export const WALLET_NEW_MS = 24 * HOUR
/** Covers a weekend, so that the person can notice and cancel the removal. */
export const WALLET_REMOVAL_DELAY_MS = 72 * HOUR
/** A wallet linked by recovery may not remove others for this long. */
export const RECOVERED_WALLET_DELAY_MS = 72 * HOUR
/** A removed wallet's row is purged after this; its address can be linked again at once. */
export const REMOVED_WALLET_KEPT_MS = 30 * DAY
/** Fits on one printed card. */
export const RECOVERY_CODES = 8
/** 20 Crockford characters are 100 bits, which resists offline guessing. */
export const RECOVERY_CODE_LENGTH = 20
/** Leaves time to pass the link on over another channel. */
export const RECOVERY_LINK_MS = 1 * HOUR
/** Leaves time to cancel the deletion. */
export const DELETION_GRACE_MS = 7 * DAY
/** 160 bits in the URL of an invitation or recovery link. */
export const LINK_TOKEN_BYTES = 20
/** Allowed lifetime of an invitation. */
export const INVITE_TTL_RANGE_MS = { least: 1 * HOUR, most: 90 * DAY }
/** Maximum lifetime of an invitation for an admin. Anyone with the link becomes one. */
export const ADMIN_INVITE_TTL_MS = 7 * DAY
/** Maximum lifetime of an invitation for an owner. */
export const OWNER_INVITE_TTL_MS = 24 * HOUR
/** Sign-ups per invitation. */
export const INVITE_USES_MAX = 1000
/** Fits one line on a 320 px screen. */
export const DISPLAY_NAME_MAX = 64
/** A person's own label for a wallet. */
export const LABEL_MAX = 32
/** A reason is a few sentences. */
export const REASON_MAX = 500
/** The administrator's contact: an email address or a link. */
export const CONTACT_MAX = 200

/** A primary node and a few fallbacks. */
export const ENDPOINTS_PER_NETWORK = 5
/** The URL of an endpoint, including its API key. */
export const ENDPOINT_URL_MAX = 500
/** Bounds the list; few sites use more chains. */
export const NETWORKS_MAX = 50
/** After this the next endpoint is tried. */
export const RPC_TIMEOUT_MS = 5 * SECOND
/** The largest valid response is the code of a contract. */
export const RPC_ANSWER_MAX_BYTES = 128 * 1024
/** Gas limit of a signature check: passkey accounts need the most, about one million. */
export const RPC_GAS = 5_000_000
/** Concurrent requests to one network; more are queued. */
export const RPC_PARALLEL = 8
/** Queued requests; a longer queue would time out anyway. */
export const RPC_WAITING = 64
/** `Retry-After` when no endpoint responded: about one request timeout. */
export const RPC_RETRY_AFTER_S = 5
/** How long a node caches the list of networks. */
export const NETWORKS_KEPT_MS = 1 * SECOND
/** Consecutive failures until an endpoint is considered down. */
export const ENDPOINT_DOWN_AFTER = 3
/** Consecutive successes until it is considered up again. */
export const ENDPOINT_UP_AFTER = 2
/** How often an endpoint that is down is retried. */
export const ENDPOINT_RETRY_MS = 30 * SECOND
/** An endpoint's chain id is verified again after this. */
export const CHAIN_ID_KEPT_MS = 10 * MINUTE
/** The signature of a contract wallet is verified again after this, while its session is in use. */
export const CONTRACT_CHECK_EVERY_MS = 15 * MINUTE
/** How long a resolved name is cached; names rarely change owners. */
export const ENS_TTL_MS = 24 * HOUR
/** Delay before a failed name resolution is retried. */
export const ENS_RETRY_MS = 10 * MINUTE
/** A name that has not been verified for this long is dropped, because it may have a new owner. */
export const ENS_KEPT_MS = 7 * DAY
/** Concurrent name resolutions: contract wallet checks use the same nodes and have priority. */
export const ENS_PARALLEL = 2
/** Queued name resolutions; further names are resolved the next time they are shown. */
export const ENS_WAITING = 32
/** The maximum length of a name in DNS. */
export const ENS_NAME_MAX_BYTES = 255
/** Bounds the list of allowed account factories. */
export const FACTORIES_MAX = 50

/** Default page size of a list. */
export const PAGE_DEFAULT = 25
/** Maximum page size of a list. */
export const PAGE_MAX = 100
/** Allows the comparison of two years. */
export const STATS_KEPT_MS = 800 * DAY
/** Totals of people and sessions are cached this long, or until somebody signs up. */
export const TOTALS_KEPT_MS = 1 * MINUTE
/** Default retention of audit events. */
export const ACTIVITY_KEPT_MS = 365 * DAY
/** Range that owners can set for the retention of audit events. */
export const ACTIVITY_KEPT_RANGE_MS = { least: 30 * DAY, most: 3650 * DAY }
/** Default retention of full IP addresses, which are then masked. */
export const ADDRESS_KEPT_MS = 30 * DAY
/** Range that owners can set for the retention of full IP addresses. */
export const ADDRESS_KEPT_RANGE_MS = { least: 0, most: 90 * DAY }
/** Maximum range of an export or chart, which is built in memory. */
export const RANGE_MAX_MS = 366 * DAY
/** Maximum rows of an export, which is built in memory. */
export const EXPORT_ROWS_MAX = 100_000
/** Unread notices are deleted after this. */
export const NOTICE_KEPT_MS = 90 * DAY
/** Audit events are added to the hash chain within this time. */
export const SEAL_EVERY_MS = 1 * SECOND
/** Maximum size of a logo; the page scales images down before the upload. */
export const LOGO_MAX_BYTES = 1024 * 1024
/** Maximum width and height of a logo. */
export const LOGO_MAX_PIXELS = 2048
/** The health page warns below this much free space. */
export const DISK_LOW_BYTES = 200 * 1024 * 1024
/** The health page warns above this skew: apps may reject tokens. */
export const CLOCK_SKEW_MS = 30 * SECOND
/** Number of daily backups that are kept. */
export const BACKUPS_KEPT = 7
/** Interval of automatic backups of the SQLite file. */
export const BACKUP_EVERY_MS = 1 * DAY

/** Maximum size of a request body, unless the route sets another. */
export const BODY_MAX_BYTES = 16 * 1024
/** Maximum body of routes with a proof: the signature of a contract wallet takes 32 kB as hex. */
export const PROOF_BODY_MAX_BYTES = 48 * 1024
/** An incomplete request is aborted after this. */
export const REQUEST_TIMEOUT_MS = 15 * SECOND
/** A locked database is retried this long before the answer is 503. */
export const DATABASE_WAIT_MS = 5 * SECOND
/** `/readyz` tests a write at most this often: each costs a sync to disk. */
export const WRITE_PROBE_EVERY_MS = 5 * SECOND
/** Open requests may finish within this time after SIGTERM. */
export const SHUTDOWN_GRACE_MS = 10 * SECOND
/** Fits one line on a 320 px screen. */
export const INSTANCE_NAME_MAX = 64
/** Maximum length of a return path. */
export const RETURN_TO_MAX = 2048
/** 20 Crockford characters are 100 bits, which cannot be guessed. */
export const SETUP_CODE_LENGTH = 20

/** One challenge per page view, plus retries. */
export const RATE_CHALLENGES_PER_ADDRESS = { burst: 30, perMs: MINUTE }
/** More requests from one browser indicate a loop. */
export const RATE_CHALLENGES_PER_BROWSER = { burst: 10, perMs: MINUTE }
/** Verifying signatures costs CPU. */
export const RATE_SESSIONS_PER_ADDRESS = { burst: 20, perMs: MINUTE }
/** Rejections of one kind that are logged; further ones are only counted. */
export const RATE_REFUSALS_LOGGED = { burst: 60, perMs: MINUTE }
/** Every critical action takes a signature, which a person cannot give faster. */
export const RATE_SESSIONS_PER_WALLET = { burst: 30, perMs: 10 * MINUTE }
/** RPC requests cost the operator's quota. */
export const RATE_CONTRACTS_PER_ADDRESS = { burst: 10, perMs: MINUTE }
/** Prevents a query of an unresponsive chain with every click. */
export const RATE_RECHECKS_PER_SESSION = { burst: 2, perMs: MINUTE }
/** Setup codes cannot be guessed; this limits log entries. */
export const RATE_SETUP_PER_ADDRESS = { burst: 5, perMs: HOUR }
/** Recovery codes cannot be guessed; this limits log entries. */
export const RATE_RECOVERY_PER_ADDRESS = { burst: 5, perMs: HOUR }
/** Recoveries of one account are rare. */
export const RATE_RECOVERIES_PER_PERSON = { burst: 10, perMs: DAY }
/** Exports are expensive. */
export const RATE_EXPORTS_PER_PERSON = { burst: 5, perMs: HOUR }
/** Lookups of invitations; tokens cannot be guessed. */
export const RATE_INVITES_PER_ADDRESS = { burst: 30, perMs: MINUTE }
/** Reads of one session. */
export const RATE_READS_PER_SESSION = { burst: 300, perMs: MINUTE }
/** Writes of one session. */
export const RATE_WRITES_PER_SESSION = { burst: 60, perMs: MINUTE }
/** Repeated rejections of one session are recorded once a minute. */
export const RATE_RECORDED = { burst: 1, perMs: MINUTE }
/** Only counts are kept, so a few reports are enough. */
export const RATE_CLIENT_ERRORS_PER_BROWSER = { burst: 20, perMs: MINUTE }
/** Covers an office behind one address; forged browser cookies do not raise it. */
export const RATE_CLIENT_ERRORS_PER_ADDRESS = { burst: 60, perMs: MINUTE }
/** Bounds the memory of the rate limiter; the least recently used buckets are dropped. */
export const RATE_BUCKETS_MAX = 100_000
