/** Limits of wallets on Solana and Bitcoin. */

/** An off-chain message holds at most 85 bytes besides the text of 1,024, and is base64. */
export const ENVELOPE_MAX = 1480
