/**
 * "Sign in again" asks the connected wallet at once. Kept in memory and not in the address: nobody else's link may
 * open a wallet.
 */
export const continueAtOnce = { asked: false }
