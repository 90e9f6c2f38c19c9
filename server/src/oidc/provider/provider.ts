/** oidc-provider, made anew whenever the signing keys change, so that a rotation needs no restart. */

import type { Provider } from 'oidc-provider'
import type { Context } from '../../context.ts'
import { openKeys, readyKeys } from '../keys/keys.ts'

export type Oidc = {
  provider(): Promise<Provider>
  /** Looks at the keys again with the next request. */
  keysChanged(): void
}

/** Another node may have made a key; it is published long before it signs, so a minute is soon enough. */
const LOOK_EVERY_MS = 60_000

export function openOidc(context: Context): Oidc {
  let current: { provider: Provider; mark: string; lookedAt: number } | undefined
  let opening: Promise<Provider> | undefined
  let changes = 0

  async function look(): Promise<Provider> {
    const seen = changes
    const keys = await readyKeys(context)
    const mark = keys.map(({ kid }) => kid).join()
    const lookedAt = seen === changes ? context.now() : 0
    if (current?.mark === mark) current.lookedAt = lookedAt
    else {
      const { createProvider } = await import('./create-provider.ts')
      current = { provider: createProvider(context, openKeys(context, keys)), mark, lookedAt }
    }
    return current.provider
  }

  return {
    async provider() {
      if (current && context.now() - current.lookedAt < LOOK_EVERY_MS) return current.provider
      if (opening) return opening
      const mine = look().finally(() => {
        if (opening === mine) opening = undefined
      })
      opening = mine
      return mine
    },
    keysChanged() {
      changes++
      opening = undefined
      if (current) current.lookedAt = 0
    },
  }
}
