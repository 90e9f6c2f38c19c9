import type { LinkedWallet } from '../env.ts'
import type { BaseAccountOptions } from './base-account.ts'

/** The row in the list; the wallet's code comes with the click. */
export function baseAccountWallet(options: BaseAccountOptions): LinkedWallet {
  return {
    id: 'base-account',
    name: 'Base Account',
    icon: ICON,
    rdns: 'app.base.account',
    oneStep: true,
    keepsNothing: true,
    load: async () => (await import('./base-account.ts')).createBaseAccount(options),
  }
}

const ICON = `data:image/svg+xml,${encodeURIComponent(
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="7" fill="#00f"/></svg>',
)}`
