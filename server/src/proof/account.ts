export const KEY_CHAIN = '0'

/** The account of a wallet. For a contract the chain is part of it: the same address on another chain is another account. */
export type Account = { address: string; chainRef: string }
