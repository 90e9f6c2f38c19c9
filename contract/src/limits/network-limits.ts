/** Deadline of a contract wallet check, with all requests, retries and queues. */
export const CONTRACT_CHECK_MAX_MS = 15_000
/** A node whose latest block is older is out of sync and may not know a wallet's current owners. */
export const BLOCK_AGE_MAX_MS = 3_600_000
/** The thread that normalizes ENS names keeps 60 MiB of tables, which take half a second to build. */
export const ENS_THREAD_KEPT_MS = 60_000
