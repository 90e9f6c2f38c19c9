import type { WalletDriver } from '../driver.ts'

/** Wallets share several addresses of one account. "Use another account" goes through them, the chosen one comes first. */
export function withAddressChoice(driver: WalletDriver): WalletDriver {
  let shared: string[] = []
  function order(addresses: string[]): string[] {
    if (addresses.length === 0) return [] // a locked wallet: the choice is kept
    const first = shared[0]
    shared = first !== undefined && addresses.includes(first) ? startWith(first, addresses) : addresses
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
