import type { LinkedProvider, Timers } from '../env.ts'

/** As much of the library's provider as is used here. */
export type Library = {
  request(args: { method: string; params?: unknown }): Promise<unknown>
  on(event: string, listener: (value: unknown) => void): unknown
  disconnect(): Promise<void>
  /** Absent where the wallet's own browser brings the provider. */
  communicator?: Communicator
}

type Communicator = {
  popup: { readonly closed: boolean } | null
  /** Closes the window and refuses what waits in it with 4001. */
  disconnect(): void
}

/** The accounts are contracts, and their signatures are checked on this chain. */
export const BASE = '0x2105'

/** How often the window is looked at. Its last message may be on its way when it closes, so it is looked at twice. */
export const WINDOW_LOOK_MS = 500

/** Base Account behind the requests this page makes, with an answer also when its window is closed without one. */
export function wrapLibrary(library: Library, timers: Timers): LinkedProvider {
  const { communicator } = library

  async function ask(args: { method: string; params?: unknown }): Promise<unknown> {
    const stop = communicator ? watchWindow(communicator, timers) : undefined
    try {
      return await library.request(args)
    } finally {
      stop?.()
    }
  }

  return {
    async request({ method, params }) {
      switch (method) {
        case 'wallet_requestPermissions':
          // The window lets the person choose again, also when an account is shared already.
          return ask({ method: 'wallet_connect', params: [{ version: '1', capabilities: {} }] })
        case 'eth_chainId':
          // The library says Ethereum until an account is shared, and a message must name its chain before that.
          return communicator ? BASE : ask({ method })
        case 'wallet_revokePermissions':
          await library.disconnect()
          return null
        default:
          return ask(params === undefined ? { method } : { method, params })
      }
    },
    on(event, listener) {
      // It says `connect` whenever it is asked for its accounts; asked for them at every `connect`, it would never end.
      if (event !== 'connect') library.on(event, listener)
    },
    cancel: () => communicator?.disconnect(),
  }
}

/** The wallet's page tells when it is left, but not when it never came up or its browser closed it. */
function watchWindow(communicator: Communicator, timers: Timers): () => void {
  let closedBefore = false
  let cancel = timers.after(WINDOW_LOOK_MS, look)

  function look() {
    const closed = communicator.popup?.closed === true
    if (closed && closedBefore) return communicator.disconnect()
    closedBefore = closed
    cancel = timers.after(WINDOW_LOOK_MS, look)
  }

  return () => cancel()
}
