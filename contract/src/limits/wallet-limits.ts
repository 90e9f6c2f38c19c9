/** How long the page waits for wallets, beyond what limits.ts has. */

const SECOND = 1000

/** A request that waits this long is long enough to ask whether the wallet is there at all. */
export const WALLET_PROBE_AFTER_MS = 2 * SECOND
/** A healthy extension answers in under 100 ms; the service worker of one that sleeps takes up to 3 s to start. */
export const WALLET_PROBE_LIMIT_MS = 4 * SECOND
/** A wallet can be updated or restarted at any moment of a long wait. */
export const WALLET_PROBE_EVERY_MS = 10 * SECOND
/** A person needs longer to read a request and decline it; a wallet that is not set up yet declines at once. */
export const DECLINED_AT_ONCE_MS = 2 * SECOND
