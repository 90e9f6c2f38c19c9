import { walletLibraries } from '@countersign/contract/wallet-library.ts'
import type { KeyValue, LinkedWallet } from '../env.ts'
import { loadLibrary } from '../load-library.ts'
import { removeJson } from '../stored-json.ts'
import type { BaseAccountOptions, CreateBaseAccountSdk } from './base-account.ts'

type Options = Omit<BaseAccountOptions, 'clearStorage'> & { localStorage: KeyValue | undefined }

export function baseAccountWallet({ localStorage, ...options }: Options): LinkedWallet {
  // The library always stores accounts and its channel key, which must not outlive the page.
  const clearStorage = () => removeJson(localStorage, 'base-acc-sdk.store')
  return {
    id: 'base-account',
    name: 'Base Account',
    icon: ICON,
    rdns: 'app.base.account',
    oneStep: true,
    keepsNothing: true,
    async load() {
      clearStorage() // the library reads it as soon as it is loaded
      const [{ createBaseAccount }] = await Promise.all([
        import('./base-account.ts'),
        loadLibrary(walletLibraries.baseAccount),
      ])
      return createBaseAccount(window.createBaseAccountSDK, { ...options, clearStorage })
    },
    forget() {
      clearStorage()
      globalThis.indexedDB?.deleteDatabase('base-acc-sdk') // empty: it is for keys of sub accounts
    },
  }
}

declare global {
  interface Window {
    /** Put there by the library. */
    createBaseAccountSDK: CreateBaseAccountSdk
  }
}

const ICON = `data:image/svg+xml,${encodeURIComponent(
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="7" fill="#00f"/></svg>',
)}`
