import type { WalletDriver } from '../driver.ts'

/**
 * Wallets share several addresses of one account. "Use another account" goes through them, the chosen one comes first,
 * until the person selects another account in the wallet.
 */
export function withAddressChoice(driver: WalletDriver): WalletDriver {
  let shared: string[] = []
  let listedFirst: string | undefined
  function order(addresses: string[]): string[] {
    if (addresses.length === 0) return [] // a locked wallet: the choice is kept
    const chosen = addresses[0] === listedFirst ? shared[0] : undefined
    listedFirst = addresses[0]
    shared = chosen !== undefined && addresses.includes(chosen) ? startWith(chosen, addresses) : addresses
    return shared
  }
  return {
    ...driver,
    requestAccounts: () => driver.requestAccounts().then(order),
    readAccounts: () => driver.readAccounts().then(order),
    async pickAccount() {
      const next = shared[1]
      if (next === undefined) return driver.pickAccount()
      shared = startWith(next, shared)
    },
    listen: (listener) =>
      driver.listen({ ...listener, accountsChanged: (addresses) => listener.accountsChanged(order(addresses)) }),
  }
}

/** The order stays the same, so that every address has its turn. */
function startWith(first: string, addresses: string[]): string[] {
  const at = addresses.indexOf(first)
  return [...addresses.slice(at), ...addresses.slice(0, at)]
}
