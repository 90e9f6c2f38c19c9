const SECOND = 1000

/** A request pending for this long triggers a probe of the wallet. */
export const WALLET_PROBE_AFTER_MS = 2 * SECOND
/** A healthy extension answers in under 100 ms; a sleeping service worker takes up to 3 s to start. */
export const WALLET_PROBE_LIMIT_MS = 4 * SECOND
/** A wallet can be updated or restarted at any time during a long wait. */
export const WALLET_PROBE_EVERY_MS = 10 * SECOND
/** A wallet that is not set up declines by itself, MetaMask on a slow machine after 3.4 s. A person may be as fast, so the text names both. */
export const DECLINED_AT_ONCE_MS = 5 * SECOND
/** Back on the page for this long while a request is open: its window is behind this one. An answer follows sooner. */
export const PROMPT_HIDDEN_AFTER_MS = 2 * SECOND
