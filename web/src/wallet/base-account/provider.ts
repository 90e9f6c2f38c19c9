import type { LinkedProvider, Timers } from '../env.ts'

/** The part of the library's provider that is used here. */
export type Library = {
  request(args: { method: string; params?: unknown }): Promise<unknown>
  on(event: string, listener: (value: unknown) => void): unknown
  disconnect(): Promise<void>
  /** Absent where the wallet's own browser injects the provider. */
  communicator?: Communicator
}

type Communicator = {
  popup: { readonly closed: boolean } | null
  /** Closes the window and rejects its open requests with 4001. */
  disconnect(): void
}

export type LibraryEnv = {
  timers: Timers
  /** Where the library opens its window. */
  window: { open(...args: Parameters<Window['open']>): unknown }
  /** Removes what the library stored in this browser. */
  clearStorage(): void
}

/** The accounts are contracts, and their signatures are checked on this chain. */
export const BASE = '0x2105'

/** The window's last message may still arrive after it closes, so it counts as closed at the second check. */
export const WINDOW_CHECK_MS = 500

/** Adapts Base Account to the requests of this page, and answers also when its window is blocked or closed. */
export function wrapLibrary(library: Library, env: LibraryEnv): LinkedProvider {
  const { communicator } = library
  const rejectBlockedWindow = guardWindow(env.window)

  async function request(args: { method: string; params?: unknown }): Promise<unknown> {
    const stops = communicator ? [watchWindow(communicator, env.timers), rejectBlockedWindow()] : []
    try {
      return await library.request(args)
    } finally {
      for (const stop of stops) stop()
      env.clearStorage()
    }
  }

  return {
    async request({ method, params }) {
      switch (method) {
        case 'wallet_requestPermissions':
          // Its window lets the person choose again, also when an account is already shared.
          return request({ method: 'wallet_connect', params: [{ version: '1', capabilities: {} }] })
        case 'eth_chainId':
          // The library answers Ethereum until an account is shared, and the message names its chain before that.
          return communicator ? BASE : request({ method })
        case 'wallet_revokePermissions':
          await library.disconnect()
          env.clearStorage()
          return null
        default:
          return request(params === undefined ? { method } : { method, params })
      }
    },
    on(event, listener) {
      // It emits `connect` whenever its accounts are read, and we read them at every `connect`.
      if (event !== 'connect') library.on(event, listener)
    },
    cancel: () => communicator?.disconnect(),
  }
}

/** The wallet's page reports when it is left, but not when it never loaded or its browser closed it. */
function watchWindow(communicator: Communicator, timers: Timers): () => void {
  let wasClosed = false
  let cancel = timers.after(WINDOW_CHECK_MS, check)

  function check() {
    const isClosed = communicator.popup?.closed === true
    if (isClosed && wasClosed) return communicator.disconnect()
    wasClosed = isClosed
    cancel = timers.after(WINDOW_CHECK_MS, check)
  }

  return () => cancel()
}

/** The library answers a blocked window with a dialog that our style policy forbids; an error stops it before that. */
function guardWindow(page: LibraryEnv['window']): () => () => void {
  let { open } = page
  let requests = 0
  const openOrThrow: typeof open = (...args) => {
    const opened = open.apply(page, args)
    if (!opened) throw Object.assign(new Error('Popup window was blocked'), { code: INTERNAL_ERROR })
    return opened
  }
  return () => {
    if (requests++ === 0) {
      open = page.open
      page.open = openOrThrow
    }
    return () => {
      if (--requests === 0 && page.open === openOrThrow) page.open = open
    }
  }
}

const INTERNAL_ERROR = -32603
