export const KEY_CHAIN = '0'

/** A contract wallet is identified by chain and address, a key account by its address on every chain. */
export type Account = { address: string; chainRef: string }
