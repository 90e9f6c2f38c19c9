const SECOND = 1000
const MINUTE = 60 * SECOND

/** A rule is read as sentences; deeper nesting is not readable. */
export const RULE_DEPTH_MAX = 4
/** Conditions of one rule, with those that combine others. */
export const RULE_CONDITIONS_MAX = 30
/** Conditions of one rule that read a chain: each is read for every wallet of a person. */
export const RULE_CHAIN_CONDITIONS_MAX = 10
/** Rows of a wallet list. */
export const WALLET_LIST_MAX = 5000
/** Fits 5,000 rows with notes. */
export const WALLET_LIST_MAX_BYTES = 1024 * 1024
/** The note of a row of a wallet list. */
export const WALLET_NOTE_MAX = 80
/** A list that no rule uses is deleted after the editor was left open for a day. */
export const WALLET_LIST_UNUSED_MS = 24 * 60 * MINUTE
/** Token ids of one ERC-1155 condition. */
export const TOKEN_IDS_MAX = 20
/** Attesters of one attestation condition. */
export const ATTESTERS_MAX = 20
/** ENS names of one condition. */
export const RULE_NAMES_MAX = 50
/** Attestations, POAPs or tokens that are read per wallet. */
export const ITEMS_PER_WALLET_MAX = 200
/** Nodes keep the state of the last 128 blocks. */
export const HELD_BLOCKS_MAX = 100
/** How long a wallet must have been linked before a rule counts it. */
export const LINKED_HOURS_MAX = 720
/** How long people stay in a group from their last successful check, which counts for five minutes in any case. */
export const GRACE_MINUTES = { least: 5, standard: 15, most: 60 }
/** The operator's own words on the refusal page. */
export const REFUSAL_TEXT_MAX = 500
/** Fits thirty conditions with their addresses. */
export const RULE_BODY_MAX_BYTES = 64 * 1024

/** How long a person who meets a rule is not checked again. */
export const VERDICT_YES_FRESH_MS = 5 * MINUTE
/** Shorter, since people retry right after they bought the token. */
export const VERDICT_NO_FRESH_MS = 1 * MINUTE
/** A check that failed is repeated after this time. */
export const VERDICT_UNKNOWN_FRESH_MS = 10 * SECOND
/** How long a request waits for a check. */
export const VERDICT_WAIT_MS = 5 * SECOND
/** People with a live session are checked again this often, for changes that emit no event. */
export const RECHECK_INTERVAL_MS = 4 * MINUTE
/** Interval of the watcher: two of them, and a check, fit into the 15 seconds in which a sale is noticed. */
export const WATCH_INTERVAL_MS = 6 * SECOND
/** Blocks per request for logs, which most providers allow. */
export const WATCH_BLOCKS_MAX = 500
/** Blocks that are read again, since endpoints behind a load balancer differ and the last blocks may change. */
export const WATCH_OVERLAP_BLOCKS = 3
/** A node that refuses requests for logs is asked again at growing intervals, up to this one. */
export const WATCH_RETRY_MAX_MS = 10 * MINUTE
/** A busy token emits some hundred events per block. */
export const LOGS_ANSWER_MAX_BYTES = 4 * 1024 * 1024
/** People per check in the background. */
export const RECHECK_BATCH = 1000
/** Renewed with every interval. A server that is gone for so long is replaced, within the 15 seconds of a sale. */
export const WATCH_LEASE_MS = 9 * SECOND
/** How often the other servers try to take the lease. */
export const WATCH_TAKEOVER_MS = 2 * SECOND

/** Calls per request of the aggregator. */
export const CALLS_PER_REQUEST = 200
/** Gas of one call: enough for any view function of a sane contract. */
export const CALL_GAS = 300_000
/** Bytes of one answer that are read. */
export const CALL_ANSWER_MAX_BYTES = 8192
/** Gas of one request; geth allows 50 million. */
export const REQUEST_GAS = 50_000_000
/** For nodes that refuse more: a transaction may use 16.8 million (EIP-7825). */
export const REQUEST_GAS_REDUCED = 16_000_000
/** Data of one request: nodes refuse creation code above 49,152 bytes (EIP-3860). */
export const REQUEST_DATA_MAX_BYTES = 48_000

/** Concurrent requests of one read; sign-ins need the rest. */
export const READ_PARALLEL = 4
/** Reads of one network at the same time; more are joined while they wait. */
export const READS_AT_ONCE = 4
/** Requests of one read beyond four times those it needs at best; then the rest stays unanswered. */
export const READ_REQUESTS_SPARE = 100
/** Consecutive requests without an answer until an endpoint is given up for one read: more than halving a batch needs. */
export const READ_FAILURES_MAX = 16
/** How long an endpoint that refuses large batches gets smaller ones. */
export const BATCH_LIMIT_KEPT_MS = 10 * MINUTE
/** An endpoint that is more blocks behind another may be out of sync, so the age of its head is checked. */
export const HEAD_GAP_BLOCKS = 3
/** The age of the head from which such an endpoint is out of sync: about five blocks of Ethereum. */
export const HEAD_LAG_MAX_MS = 60 * SECOND
/** How often endpoints of a network that disagree or lag are logged. */
export const READ_WARNING_MS = 1 * MINUTE

/** People whom one preview checks. */
export const PREVIEW_PEOPLE_MAX = 10_000
/** People named per list of a preview. */
export const PREVIEW_NAMED_MAX = 50
/** Deadline of a preview. */
export const PREVIEW_MAX_MS = 60 * SECOND
/** Addresses per trial. */
export const TRY_ADDRESSES_MAX = 10
/** Previews and trials read a chain for many people. */
export const RATE_PREVIEWS_PER_SESSION = { burst: 30, perMs: MINUTE }
/** Checks that a person requests. */
export const RATE_CHECKS_PER_PERSON = { burst: 6, perMs: MINUTE }
/** Vaults of a person. */
export const VAULTS_PER_PERSON = 10
/** How long the delegation of a listed vault is not checked again. */
export const VAULT_FRESH_MS = 10 * SECOND
