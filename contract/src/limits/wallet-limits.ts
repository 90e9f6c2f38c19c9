const SECOND = 1000

/** A request pending for this long triggers a probe of the wallet. */
export const WALLET_PROBE_AFTER_MS = 2 * SECOND
/** A healthy extension answers in under 100 ms; a sleeping service worker takes up to 3 s to start. */
export const WALLET_PROBE_LIMIT_MS = 4 * SECOND
/** A wallet can be updated or restarted at any time during a long wait. */
export const WALLET_PROBE_EVERY_MS = 10 * SECOND
/** A rejection this fast comes from a wallet that is not set up, not from the person. */
export const DECLINED_AT_ONCE_MS = 2 * SECOND
