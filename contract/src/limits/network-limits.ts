/** How long a chain is asked, and which of its nodes are believed. */

/** A whole check of a contract wallet takes no longer, with all its questions, endpoints and waiting. */
export const CONTRACT_CHECK_MAX_MS = 15_000
/** A node whose newest block is older has lost its chain, and knows nothing of owners that changed since. */
export const BLOCK_AGE_MAX_MS = 3_600_000
