/** The wallet is not in this browser. */
export class WalletNotFoundError extends Error {
  override readonly name = 'WalletNotFoundError'
}

/** The wallet answered, and shared no account. */
export class NoAccountError extends Error {
  override readonly name = 'NoAccountError'
}

/** There is no connection to ask. */
export class WalletGoneError extends Error {
  override readonly name = 'WalletGoneError'
}
