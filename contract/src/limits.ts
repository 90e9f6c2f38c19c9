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
/** A spent challenge stays spent even if the clock is set back this far. */
export const SPENT_CHALLENGE_KEPT_MS = 7 * DAY
/** A challenge with less time left is replaced before the wallet is asked. */
export const CHALLENGE_MIN_LEFT_MS = 60 * SECOND
/** An unanswered signature request is abandoned this long before its challenge expires. */
export const CHALLENGE_GUARD_MS = 30 * SECOND
/** 24 base62 characters are 142 bits: the nonce is a secret until it is signed. */
export const NONCE_LENGTH = 24
/** How far a wallet's own clock may be off, where it dates the text itself (`one_step`). */
export const ONE_STEP_SKEW_MS = 5 * MINUTE
/** One prompt needs its challenge; browsers forget a click within seconds, so two prompts are better than a long wait. */
export const ONE_STEP_WAIT_MS = 1 * SECOND
/** Host and port of the origin: with it the longest message stays under 900 bytes. */
export const DOMAIN_MAX = 200
/** Trezor signs at most 1,024 bytes. */
export const MESSAGE_MAX_BYTES = 1024
/** ERC-6492 wrappers with factory data are kilobytes; this bounds the reader. */
export const SIGNATURE_MAX_BYTES = 16_384
/** An authenticated challenge token is about 600 characters. */
export const CHALLENGE_TOKEN_MAX = 2048
/** A statement that names an action with a whole address or client id; all of the ERC-4361 alphabet. */
export const STATEMENT_MAX = 200

/** Most wallets open their window at once; after this the page shows a hint. */
export const CONNECT_HINT_MS = 15 * SECOND
/** After this the page says that the wallet has not answered. */
export const CONNECT_STALLED_MS = 60 * SECOND
/** Wallets never answer when their window is closed; this covers unlocking with a long password. */
export const CONNECT_ABANDON_MS = 120 * SECOND
/** Reading the message takes 10 to 15 seconds. */
export const SIGN_HINT_MS = 20 * SECOND
/** After this long back on the page without a signature, the wallet was closed and will not answer. */
export const NO_SIGNATURE_AFTER_MS = 60 * SECOND
/** Two rejections this close together often come from the wallet, not the person. */
export const DECLINED_TWICE_MS = 10 * SECOND
/** Delay before a failed request is sent once more. */
export const RESEND_AFTER_MS = 1 * SECOND
/** While the server is down, the page resends the same signature this often. */
export const RESEND_EVERY_MS = 5 * SECOND
/** Key-controlled accounts are verified in milliseconds; only a slow network takes longer. */
export const VERIFY_NOTE_MS = 5 * SECOND
/** People do not wait longer for an answer. */
export const VERIFY_LIMIT_MS = 30 * SECOND
/** A healthy extension answers in under 100 ms; a locked one may never answer. */
export const RESTORE_PROBE_MS = 3 * SECOND
/** WalletConnect must be loaded first, even over a slow connection. */
export const RESTORE_LINKED_MS = 20 * SECOND
/** A relay that has not responded by then is unreachable. */
export const RELAY_ANSWER_MS = 20 * SECOND
/** EIP-6963 wallets answer within a tick. */
export const ANNOUNCE_WAIT_MS = 300
/** Wallets' in-app browsers inject late. */
export const ANNOUNCE_WAIT_IN_APP_MS = 3 * SECOND
/** Below this a spinner only flickers. */
export const SPINNER_DELAY_MS = 400
/** Wallets may announce themselves late; before this the page does not say that there is none. */
export const NO_WALLET_AFTER_MS = 1 * SECOND
/** More remembered wallets are noise. */
export const RECENT_WALLETS = 3
/** Later answers of a wallet are ignored. */
export const LATE_ANSWER_WINDOW_MS = 10 * MINUTE
/** A larger icon is not an icon; the row shows a plain one. */
export const WALLET_ICON_MAX_BYTES = 64 * 1024
/** Names come from the wallet and are hostile input. */
export const WALLET_NAME_MAX = 40

/** A month is what people expect of a sign-in at work. */
export const SESSION_MAX_MS = 30 * DAY
/** Survives a weekend and a week off sick. */
export const SESSION_IDLE_MS = 7 * DAY
/** Without "keep me signed in": shared devices. */
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
/** Wallets of one page that are listed (EIP-6963). */
export const ANNOUNCED_WALLETS_MAX = 50
/** A return to the tab asks the server at most this often. */
export const SESSION_CHECK_ON_FOCUS_MS = 30 * SECOND
/** The answer to a repeated POST of the same signature is given again this long. */
export const REPEAT_WINDOW_MS = 60 * SECOND
/** The cookie that binds challenges to one browser. */
export const BROWSER_COOKIE_MS = 24 * HOUR

/** How long one signature opens routine administration. */
export const ADMIN_MODE_MS = 10 * MINUTE
/** How long a signature for a critical action waits for its call. */
export const STEP_UP_NOW_MS = 60 * SECOND
/** Trusted devices of one person; the least recently used one is removed. */
export const DEVICES_PER_PERSON = 30
/** The cookie of a trusted device: browsers limit cookies to 400 days. */
export const DEVICE_COOKIE_MS = 400 * DAY
/** The shortest and longest life an owner may give a session. */
export const SESSION_MAX_RANGE_MS = { least: 1 * HOUR, most: 90 * DAY }
/** The shortest and longest time without use. */
export const SESSION_IDLE_RANGE_MS = { least: 15 * MINUTE, most: 30 * DAY }
/** The shortest and longest life without "keep me signed in". */
export const SESSION_NOT_KEPT_RANGE_MS = { least: 15 * MINUTE, most: 1 * DAY }
/** Each node polls this often, so that open pages notice an ended session within a second. */
export const EVENTS_LOOK_MS = 500
/** Proxies cut silent connections after half a minute. */
export const EVENTS_HEARTBEAT_MS = 20 * SECOND
/** Event streams of one session; further pages poll on focus. */
export const EVENTS_PER_SESSION = 3
/** The same for one node. */
export const EVENTS_PER_NODE = 2000

/** Access rules multiply by wallets. */
export const WALLETS_PER_PERSON = 20
/** A thief with one wallet must not strip the others the same day. */
export const WALLET_NEW_MS = 24 * HOUR
/** Covers a weekend; the wallet's owner can cancel the removal. */
export const WALLET_REMOVAL_DELAY_MS = 72 * HOUR
/** A wallet linked by recovery may not remove others for this long. */
export const RECOVERED_WALLET_DELAY_MS = 72 * HOUR
/** A removed wallet's row is purged after this; its address can be linked again at once. */
export const REMOVED_WALLET_KEPT_MS = 30 * DAY
/** They fit on one card. */
export const RECOVERY_CODES = 8
/** 20 Crockford characters are 100 bits: guessing offline is hopeless. */
export const RECOVERY_CODE_LENGTH = 20
/** Long enough to be read over the phone. */
export const RECOVERY_LINK_MS = 1 * HOUR
/** Time to change one's mind. */
export const DELETION_GRACE_MS = 7 * DAY
/** 160 bits in an invitation's or recovery link's address. */
export const LINK_TOKEN_BYTES = 20
/** The shortest and longest lifetime of an invitation. */
export const INVITE_TTL_RANGE_MS = { least: 1 * HOUR, most: 90 * DAY }
/** The longest lifetime of an invitation for an owner. */
export const OWNER_INVITE_TTL_MS = 24 * HOUR
/** The most people that can sign up with one invitation. */
export const INVITE_USES_MAX = 1000
/** Fits one line on a 320 px screen. */
export const DISPLAY_NAME_MAX = 64
/** What a person calls a wallet. */
export const LABEL_MAX = 32
/** A reason is a few sentences. */
export const REASON_MAX = 500
/** What an operator's contact may be: an address or a link. */
export const CONTACT_MAX = 200

/** A primary node and a few fallbacks. */
export const ENDPOINTS_PER_NETWORK = 5
/** The URL of an endpoint, with its key. */
export const ENDPOINT_URL_MAX = 500
/** More chains than anybody runs nodes for. */
export const NETWORKS_MAX = 50
/** After this the next endpoint is tried. */
export const RPC_TIMEOUT_MS = 5 * SECOND
/** The longest valid answer is a contract's code. */
export const RPC_ANSWER_MAX_BYTES = 128 * 1024
/** What a contract may burn to check a signature: passkey accounts need the most, about one million. */
export const RPC_GAS = 5_000_000
/** Concurrent requests to one network; more are queued. */
export const RPC_PARALLEL = 8
/** Queued requests; a longer queue would time out anyway. */
export const RPC_WAITING = 64
/** `Retry-After` in seconds when no endpoint answered: about the timeout of one. */
export const RPC_RETRY_AFTER_S = 5
/** Changes of networks on another server node are noticed after this. */
export const NETWORKS_KEPT_MS = 1 * SECOND
/** Consecutive failures until an endpoint is considered down. */
export const ENDPOINT_DOWN_AFTER = 3
/** Consecutive answers until it is considered up again. */
export const ENDPOINT_UP_AFTER = 2
/** How often an endpoint that is down is retried. */
export const ENDPOINT_RETRY_MS = 30 * SECOND
/** An endpoint's chain id is verified again after this. */
export const CHAIN_ID_KEPT_MS = 10 * MINUTE
/** The signature of a contract wallet is verified again after this, while its session is in use. */
export const CONTRACT_CHECK_EVERY_MS = 15 * MINUTE
/** A name is resolved again after this: names rarely change hands. */
export const ENS_TTL_MS = 24 * HOUR
/** Delay before a failed lookup is retried. */
export const ENS_RETRY_MS = 10 * MINUTE
/** A name that could not be verified for this long is dropped: it may have a new owner. */
export const ENS_KEPT_MS = 7 * DAY
/** Concurrent lookups: contract wallets use the same nodes and have priority. */
export const ENS_PARALLEL = 2
/** Queued lookups; further names are resolved when they are shown again. */
export const ENS_WAITING = 32
/** The longest name there can be: what DNS allows. */
export const ENS_NAME_MAX_BYTES = 255
/** The factories an owner may allow. */
export const FACTORIES_MAX = 50

/** A page of a list, unless the caller asks for another length. */
export const PAGE_DEFAULT = 25
/** The longest page. */
export const PAGE_MAX = 100
/** Two years compared. */
export const STATS_KEPT_MS = 800 * DAY
/** Totals of people and sessions are cached this long. */
export const TOTALS_KEPT_MS = 1 * MINUTE
/** The default retention of activity. */
export const ACTIVITY_KEPT_MS = 365 * DAY
/** The shortest and longest retention of activity. */
export const ACTIVITY_KEPT_RANGE_MS = { least: 30 * DAY, most: 3650 * DAY }
/** Full IP addresses are masked after this. */
export const ADDRESS_KEPT_MS = 30 * DAY
/** The shortest and longest retention of full IP addresses. */
export const ADDRESS_KEPT_RANGE_MS = { least: 0, most: 90 * DAY }
/** The longest range of one export or chart: it is built in memory. */
export const RANGE_MAX_MS = 366 * DAY
/** Rows of one export: it is built in memory. */
export const EXPORT_ROWS_MAX = 100_000
/** Unread notices are deleted after this. */
export const NOTICE_KEPT_MS = 90 * DAY
/** Audit events are added to the hash chain within this time. */
export const SEAL_EVERY_MS = 1 * SECOND
/** The additional data of an audit event. */
export const ACTIVITY_DATA_MAX_BYTES = 4096
/** The file of a logo: the page scales it down before the upload. */
export const LOGO_MAX_BYTES = 1024 * 1024
/** The longest side of a logo. */
export const LOGO_MAX_PIXELS = 2048
/** The health page warns below this. */
export const DISK_LOW_BYTES = 200 * 1024 * 1024
/** Other servers reject tokens when clocks differ more. */
export const CLOCK_SKEW_MS = 30 * SECOND
/** Daily backups that are kept. */
export const BACKUPS_KEPT = 7
/** How often the server backs up its database file. */
export const BACKUP_EVERY_MS = 1 * DAY

/** The largest request body, unless the route says otherwise. */
export const BODY_MAX_BYTES = 16 * 1024
/** Routes that take a proof: a contract wallet's signature is 32 kB as hex. */
export const PROOF_BODY_MAX_BYTES = 48 * 1024
/** A request that is not complete by then is aborted. */
export const REQUEST_TIMEOUT_MS = 15 * SECOND
/** A locked database is retried this long before the answer is 503. */
export const DATABASE_WAIT_MS = 5 * SECOND
/** `/readyz` tests a write at most this often: each costs a sync to disk. */
export const WRITE_PROBE_EVERY_MS = 5 * SECOND
/** Open requests get this long to finish during a shutdown. */
export const SHUTDOWN_GRACE_MS = 10 * SECOND
/** Fits one line on a 320 px screen. */
export const INSTANCE_NAME_MAX = 64
/** The longest path to return to. */
export const RETURN_TO_MAX = 2048
/** 20 Crockford characters are 100 bits: a setup code cannot be guessed. */
export const SETUP_CODE_LENGTH = 20

/** One for each page view, plus retries. */
export const RATE_CHALLENGES_PER_ADDRESS = { burst: 30, perMs: MINUTE }
/** A browser that asks more often is a loop. */
export const RATE_CHALLENGES_PER_BROWSER = { burst: 10, perMs: MINUTE }
/** Verifying signatures costs CPU. */
export const RATE_SESSIONS_PER_ADDRESS = { burst: 20, perMs: MINUTE }
/** Logged rejections of one kind; further ones are counted. */
export const RATE_REFUSALS_LOGGED = { burst: 60, perMs: MINUTE }
/** One wallet does not sign more often; every critical action takes a signature. */
export const RATE_SESSIONS_PER_WALLET = { burst: 30, perMs: 10 * MINUTE }
/** RPC requests cost the operator's quota. */
export const RATE_CONTRACTS_PER_ADDRESS = { burst: 10, perMs: MINUTE }
/** An unresponsive chain is not queried with every click. */
export const RATE_RECHECKS_PER_SESSION = { burst: 2, perMs: MINUTE }
/** Setup codes cannot be guessed; this keeps the log short. */
export const RATE_SETUP_PER_ADDRESS = { burst: 5, perMs: HOUR }
/** Recovery codes cannot be guessed; this keeps the log short. */
export const RATE_RECOVERY_PER_ADDRESS = { burst: 5, perMs: HOUR }
/** Nobody loses their wallets more often. */
export const RATE_RECOVERIES_PER_PERSON = { burst: 10, perMs: DAY }
/** Exports are expensive. */
export const RATE_EXPORTS_PER_PERSON = { burst: 5, perMs: HOUR }
/** Looking at an invitation: tokens cannot be guessed. */
export const RATE_INVITES_PER_ADDRESS = { burst: 30, perMs: MINUTE }
/** Reads of one session. */
export const RATE_READS_PER_SESSION = { burst: 300, perMs: MINUTE }
/** Writes of one session. */
export const RATE_WRITES_PER_SESSION = { burst: 60, perMs: MINUTE }
/** Repeated rejections of one session are recorded once a minute. */
export const RATE_RECORDED = { burst: 1, perMs: MINUTE }
/** A few reports are enough for counts. */
export const RATE_CLIENT_ERRORS_PER_BROWSER = { burst: 20, perMs: MINUTE }
/** An office behind one address; forged browser cookies do not raise it. */
export const RATE_CLIENT_ERRORS_PER_ADDRESS = { burst: 60, perMs: MINUTE }
/** Bounds the memory of the rate limiter; the least recently used buckets are dropped. */
export const RATE_BUCKETS_MAX = 100_000
