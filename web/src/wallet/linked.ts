import { type Found, LINKED } from './discovery.ts'
import type { LinkedProvider, LinkedWallet } from './env.ts'
import { KnownProblemError } from './wallet-error.ts'

/** What can be done with a linked wallet besides asking it. */
export type Link = {
  /** Takes back the request it is waiting with, where the wallet is not here yet or knows how. */
  giveUp(): void
  /** Opens the wallet's app where that is on this device. */
  appLink(): string | undefined
  /** Ends the link and removes what it keeps in this browser. */
  forget(): void
}

/** A wallet whose code is fetched by the first thing that is asked of it: a click, or the restore of one used before. */
export function findLinked(wallet: LinkedWallet): Found {
  const listeners: [event: string, listener: (value: unknown) => void][] = []
  let here: LinkedProvider | undefined
  let loading: Promise<LinkedProvider> | undefined
  let turn = 0

  async function load(): Promise<LinkedProvider> {
    const loaded = await wallet.load()
    for (const [event, listener] of listeners) loaded.on(event, listener)
    here = loaded
    return loaded
  }

  const provider = {
    async request(args: { method: string; params?: unknown }): Promise<unknown> {
      if (wallet.keepsNothing && !here && args.method === 'eth_accounts') return []
      const asked = turn
      loading ??= load().catch((fault: unknown) => {
        loading = undefined // the network may be back for the next click
        throw new KnownProblemError({ code: 'wallet/not_loaded', remedy: 'try_again' }, fault)
      })
      const loaded = await loading
      if (asked !== turn) throw Object.assign(new Error('The request was given up.'), { code: 4001 })
      return loaded.request(args)
    },
    on(event: string, listener: (value: unknown) => void) {
      if (here) here.on(event, listener)
      else listeners.push([event, listener])
      return provider
    },
  }
  const { name, icon, rdns } = wallet
  return {
    id: `${LINKED}${wallet.id}`,
    name,
    icon,
    rdns,
    kind: 'linked',
    oneStep: wallet.oneStep ?? false,
    provider: provider as unknown as Found['provider'], // the standard's type names every method, a linked wallet few
    link: {
      giveUp() {
        turn++
        here?.giveUp?.()
      },
      appLink: () => here?.appLink?.(),
      forget() {
        wallet.forget?.()
        here?.request({ method: 'wallet_revokePermissions', params: [{ eth_accounts: {} }] }).catch(() => undefined)
      },
    },
  }
}
