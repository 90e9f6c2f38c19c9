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
/** How far a clock may be set back without a spent challenge being good again. */
export const SPENT_CHALLENGE_KEPT_MS = 7 * DAY
/** A challenge with less time left is replaced before the wallet is asked. */
export const CHALLENGE_MIN_LEFT_MS = 60 * SECOND
/** An unanswered signature request is given up this long before its challenge ends. */
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
/** What a linked wallet is talked to with has to come first, over a slow line as well. */
export const RESTORE_LINKED_MS = 20 * SECOND
/** A relay that has not taken a code by then is not reached at all. */
export const RELAY_ANSWER_MS = 20 * SECOND
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
/** Known computers of one person; the one not seen for longest is forgotten. */
export const DEVICES_PER_PERSON = 30
/** The cookie that makes a computer known: browsers keep none for longer. */
export const DEVICE_COOKIE_MS = 400 * DAY
/** The shortest and longest life an owner may give a session. */
export const SESSION_MAX_RANGE_MS = { least: 1 * HOUR, most: 90 * DAY }
/** The shortest and longest time without use. */
export const SESSION_IDLE_RANGE_MS = { least: 15 * MINUTE, most: 30 * DAY }
/** The shortest and longest life without "keep me signed in". */
export const SESSION_NOT_KEPT_RANGE_MS = { least: 15 * MINUTE, most: 1 * DAY }
/** An ended session is noticed by every open page within a second: each node asks this often. */
export const EVENTS_LOOK_MS = 500
/** Proxies cut silent connections after half a minute. */
export const EVENTS_HEARTBEAT_MS = 20 * SECOND
/** Open pages of one session that are told what happens; more fall back to asking on focus. */
export const EVENTS_PER_SESSION = 3
/** The same for one node. */
export const EVENTS_PER_NODE = 2000

/** Access rules multiply by wallets. */
export const WALLETS_PER_PERSON = 20
/** A thief with one wallet must not strip the others the same day. */
export const WALLET_NEW_MS = 24 * HOUR
/** Covers a weekend; whoever holds the wallet can stop it. */
export const WALLET_REMOVAL_DELAY_MS = 72 * HOUR
/** A wallet that came by recovery may not remove others for that long. */
export const RECOVERED_WALLET_DELAY_MS = 72 * HOUR
/** A removed wallet's row is kept that long, then purged; its address is free at once. */
export const REMOVED_WALLET_KEPT_MS = 30 * DAY
/** They fit on one card. */
export const RECOVERY_CODES = 8
/** 20 Crockford characters are 100 bits: guessing offline is hopeless. */
export const RECOVERY_CODE_LENGTH = 20
/** Long enough to be read over the phone. */
export const RECOVERY_LINK_MS = 1 * HOUR
/** Regret. */
export const DELETION_GRACE_MS = 7 * DAY
/** 160 bits in an invitation's or recovery link's address. */
export const LINK_TOKEN_BYTES = 20
/** The longest an invitation is good for, and the shortest. */
export const INVITE_TTL_RANGE_MS = { least: 1 * HOUR, most: 90 * DAY }
/** The longest an invitation for an owner is valid. */
export const OWNER_INVITE_TTL_MS = 24 * HOUR
/** The most people one invitation lets in. */
export const INVITE_USES_MAX = 1000
/** Fits one line on a 320 px screen. */
export const DISPLAY_NAME_MAX = 64
/** What a person calls a wallet. */
export const LABEL_MAX = 32
/** A reason is a few sentences. */
export const REASON_MAX = 500
/** What an operator's contact may be: an address or a link. */
export const CONTACT_MAX = 200

/** A node of one's own and a few for when it rests. */
export const ENDPOINTS_PER_NETWORK = 5
/** The address of an endpoint, with its key. */
export const ENDPOINT_URL_MAX = 500
/** More chains than anybody runs nodes for. */
export const NETWORKS_MAX = 50
/** A node that takes longer is not asked again for this answer; another one is. */
export const RPC_TIMEOUT_MS = 5 * SECOND
/** Our longest true answer is a contract's code. */
export const RPC_ANSWER_MAX_BYTES = 128 * 1024
/** What a contract may burn to check a signature: passkey accounts need the most, about one million. */
export const RPC_GAS = 5_000_000
/** Requests under way to one network; more wait for their turn. */
export const RPC_PARALLEL = 8
/** Questions that wait for their turn; a longer queue would keep people waiting for nothing. */
export const RPC_WAITING = 64
/** When to come back after nobody answered: seconds, about as long as one node is given. */
export const RPC_RETRY_AFTER_S = 5
/** A change of the networks on another node of ours is seen after this. */
export const NETWORKS_KEPT_MS = 1 * SECOND
/** Failures in a row until an endpoint is passed over. */
export const ENDPOINT_DOWN_AFTER = 3
/** Answers in a row until it is asked first again. */
export const ENDPOINT_UP_AFTER = 2
/** How often one that is down is tried. */
export const ENDPOINT_RETRY_MS = 30 * SECOND
/** An endpoint says its chain id again after this. */
export const CHAIN_ID_KEPT_MS = 10 * MINUTE
/** A contract's word is asked for again after this, while its session is in use. */
export const CONTRACT_CHECK_EVERY_MS = 15 * MINUTE
/** A name is looked up again after this: names change hands seldom. */
export const ENS_TTL_MS = 24 * HOUR
/** When nobody could be asked, the next try is after this. */
export const ENS_RETRY_MS = 10 * MINUTE
/** A name that could not be proven again for this long is forgotten: it may be somebody else's by now. */
export const ENS_KEPT_MS = 7 * DAY
/** Names looked up at once: contract wallets wait for the same nodes, and go first. */
export const ENS_PARALLEL = 2
/** Names that wait for their turn; those of a larger crowd are looked up when somebody looks again. */
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
/** How many people and sessions there are is counted anew after this. */
export const TOTALS_KEPT_MS = 1 * MINUTE
/** How long activity is kept, unless the owner says otherwise. */
export const ACTIVITY_KEPT_MS = 365 * DAY
/** The shortest and longest time an owner may keep activity. */
export const ACTIVITY_KEPT_RANGE_MS = { least: 30 * DAY, most: 3650 * DAY }
/** Whole addresses of networks are kept this long, then only their first part. */
export const ADDRESS_KEPT_MS = 30 * DAY
/** The shortest and longest time whole addresses are kept. */
export const ADDRESS_KEPT_RANGE_MS = { least: 0, most: 90 * DAY }
/** The longest span of one export or chart: it is made in memory. */
export const RANGE_MAX_MS = 366 * DAY
/** Rows of one export: it is made in memory. */
export const EXPORT_ROWS_MAX = 100_000
/** Notices nobody reads go away. */
export const NOTICE_KEPT_MS = 90 * DAY
/** Events join the hash chain within this time. */
export const SEAL_EVERY_MS = 1 * SECOND
/** What an event may carry besides its columns. */
export const ACTIVITY_DATA_MAX_BYTES = 4096
/** A logo as a file: the page makes it small before it is sent. */
export const LOGO_MAX_BYTES = 1024 * 1024
/** The longest side of a logo that is read at all. */
export const LOGO_MAX_PIXELS = 2048
/** The disk counts as nearly full below that. */
export const DISK_LOW_BYTES = 200 * 1024 * 1024
/** Signed tokens are refused elsewhere when clocks differ more. */
export const CLOCK_SKEW_MS = 30 * SECOND
/** A backup every day, and these many are kept. */
export const BACKUPS_KEPT = 7
/** How often the server makes a backup of its file by itself. */
export const BACKUP_EVERY_MS = 1 * DAY

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
/** Refusals of one kind that stand in the log by themselves; the others are counted. */
export const RATE_REFUSALS_LOGGED = { burst: 60, perMs: MINUTE }
/** One wallet does not sign more often; every critical action takes a signature. */
export const RATE_SESSIONS_PER_WALLET = { burst: 30, perMs: 10 * MINUTE }
/** Asking a chain costs the operator's quota. */
export const RATE_CONTRACTS_PER_ADDRESS = { burst: 10, perMs: MINUTE }
/** A chain that does not answer is not asked again with every click. */
export const RATE_RECHECKS_PER_SESSION = { burst: 2, perMs: MINUTE }
/** Setup codes cannot be guessed; this keeps the log short. */
export const RATE_SETUP_PER_ADDRESS = { burst: 5, perMs: HOUR }
/** Recovery codes cannot be guessed; this keeps the log short. */
export const RATE_RECOVERY_PER_ADDRESS = { burst: 5, perMs: HOUR }
/** Nobody loses their wallets more often. */
export const RATE_RECOVERIES_PER_PERSON = { burst: 10, perMs: DAY }
/** Exports read much. */
export const RATE_EXPORTS_PER_PERSON = { burst: 5, perMs: HOUR }
/** Looking at an invitation: tokens cannot be guessed. */
export const RATE_INVITES_PER_ADDRESS = { burst: 30, perMs: MINUTE }
/** Reads of one session. */
export const RATE_READS_PER_SESSION = { burst: 300, perMs: MINUTE }
/** Writes of one session. */
export const RATE_WRITES_PER_SESSION = { burst: 60, perMs: MINUTE }
/** Of one session, what repeats itself, such as a call it may not make: the first in a minute says as much as a thousand. */
export const RATE_RECORDED = { burst: 1, perMs: MINUTE }
/** Problems in a browser are counted and nothing more. */
export const RATE_CLIENT_ERRORS_PER_BROWSER = { burst: 20, perMs: MINUTE }
/** Made-up browsers do not buy more than an office full of them. */
export const RATE_CLIENT_ERRORS_PER_ADDRESS = { burst: 60, perMs: MINUTE }
/** Bounds the memory of the rate limiter; the least recently used are forgotten. */
export const RATE_BUCKETS_MAX = 100_000
