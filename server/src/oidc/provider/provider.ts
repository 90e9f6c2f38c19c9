/** oidc-provider, created again when the signing keys change, so that a rotation needs no restart. */

import type { Provider } from 'oidc-provider'
import type { Context } from '../../context.ts'
import { findKeyIds } from '../keys/key.store.ts'
import { decryptKeys, ensureKeys } from '../keys/keys.ts'
import { loadInParts } from '../overrides/load-in-parts.ts'

export type Oidc = { provider(): Promise<Provider> }

/** `stored` are all keys in the database when it was loaded, `kids` those it uses. */
type Loaded = { provider: Provider; stored: string; kids: string; loadedAt: number }

/** Keys become active and are removed by time, too. Each is published long before and long after it signs. */
const RELOAD_EVERY_MS = 60_000

export function openOidc(context: Context): Oidc {
  let current: Loaded | undefined
  let opening: { stored: string; provider: Promise<Provider> } | undefined

  async function load(stored: string): Promise<Provider> {
    const loadedAt = context.now()
    const keys = await ensureKeys(context)
    const kids = keys.map(({ kid }) => kid).join()
    const { createProvider } = await loadInParts()
    const provider = current?.kids === kids ? current.provider : createProvider(context, decryptKeys(context, keys))
    current = { provider, stored, kids, loadedAt }
    return provider
  }

  return {
    async provider() {
      // Read for every request: another node may have removed a key that is not trusted any more.
      const stored = await findKeyIds(context.store)
      if (current?.stored === stored && context.now() - current.loadedAt < RELOAD_EVERY_MS) return current.provider
      if (opening?.stored === stored) return opening.provider
      const loading = { stored, provider: load(stored) }
      opening = loading
      return loading.provider.finally(() => {
        if (opening === loading) opening = undefined
      })
    },
  }
}
