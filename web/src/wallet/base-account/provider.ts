import type { LinkedProvider, Timers } from '../env.ts'
import { createProviderError } from '../evm/provider.ts'

export type Library = {
  request(args: { method: string; params?: unknown }): Promise<unknown>
  on(event: string, listener: (value: unknown) => void): unknown
  disconnect(): Promise<void>
  /** Absent in the wallet's in-app browser, which injects the provider. */
  communicator?: Communicator
}

type Communicator = {
  popup: { readonly closed: boolean } | null
  /** Closes the window and rejects its open requests with 4001. */
  disconnect(): void
}

export type LibraryEnv = {
  timers: Timers
  window: { open(...args: Parameters<Window['open']>): unknown }
  clearStorage(): void
}

/** The accounts are contracts whose signatures are verified on this chain. */
export const BASE = '0x2105'

/** The window's last message may still arrive after it closes, so it counts as closed at the second check. */
export const WINDOW_CHECK_MS = 500

/** Adapts the library to EIP-1193, and rejects requests whose window is blocked or closed. */
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
          // Opens the window, so that another account can be chosen even if one is shared already.
          return request({ method: 'wallet_connect', params: [{ version: '1', capabilities: {} }] })
        case 'eth_chainId':
          // The library returns Ethereum until an account is shared, and the message needs the chain before that.
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
      // The library emits `connect` on every read of accounts, and we read them on every `connect`.
      if (event !== 'connect') library.on(event, listener)
    },
    cancel: () => communicator?.disconnect(),
  }
}

/** The wallet's page reports its unload, but not when it never loaded or its browser closed it. */
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

/** The library shows a dialog for a blocked window, which our style policy forbids; an error prevents that. */
function guardWindow(page: LibraryEnv['window']): () => () => void {
  let { open } = page
  let requests = 0
  const openOrThrow: typeof open = (...args) => {
    const opened = open.apply(page, args)
    if (!opened) throw createProviderError(INTERNAL_ERROR, 'Popup window was blocked')
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
