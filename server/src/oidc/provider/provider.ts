/** oidc-provider, created again when the signing keys change, so that a rotation needs no restart. */

import type { Provider } from 'oidc-provider'
import type { Context } from '../../context.ts'
import { decryptKeys, ensureKeys } from '../keys/keys.ts'

export type Oidc = {
  provider(): Promise<Provider>
  keysChanged(): void
}

/** Another node may have created a key; it is published long before it signs. */
const RELOAD_EVERY_MS = 60_000

export function openOidc(context: Context): Oidc {
  let current: { provider: Provider; kids: string; loadedAt: number } | undefined
  let opening: Promise<Provider> | undefined
  let changes = 0

  async function load(): Promise<Provider> {
    const seen = changes
    const keys = await ensureKeys(context)
    const kids = keys.map(({ kid }) => kid).join()
    const loadedAt = seen === changes ? context.now() : 0
    if (current?.kids === kids) current.loadedAt = loadedAt
    else {
      const { createProvider } = await import('./create-provider.ts')
      current = { provider: createProvider(context, decryptKeys(context, keys)), kids, loadedAt }
    }
    return current.provider
  }

  return {
    async provider() {
      if (current && context.now() - current.loadedAt < RELOAD_EVERY_MS) return current.provider
      if (opening) return opening
      const loading = load().finally(() => {
        if (opening === loading) opening = undefined
      })
      opening = loading
      return loading
    },
    keysChanged() {
      changes++
      opening = undefined
      if (current) current.loadedAt = 0
    },
  }
}
