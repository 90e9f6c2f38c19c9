import { type CreateConnectorFn, injected } from '@wagmi/core'
import type { Found } from './discovery.ts'

/** What a connector asks before it follows a wallet that connects by itself. */
export type Gate = {
  mayConnectItself(uid: string): boolean
  /** Called before the connection goes, so that the reason is known when it does. */
  disconnected(code: number | undefined): void
}

/** wagmi's injected connector for one wallet, with our say in its events. Nothing a wallet emits may throw into the page. */
export function connectorFor(found: Found, gate: Gate): CreateConnectorFn {
  const { id, name, icon, provider } = found
  const create = injected({ target: { id, name, icon, provider: provider as never } }) // wagmi adds vendor flags to the standard type

  return (config) => {
    const base = create(config)
    const uid = config.emitter.uid
    return {
      ...base,
      async setup() {
        await quietly(() => base.setup?.call(this))
      },
      async onConnect(info) {
        if (gate.mayConnectItself(uid)) await quietly(() => base.onConnect.call(this, info))
      },
      async onAccountsChanged(accounts) {
        if (!Array.isArray(accounts)) return
        if (accounts.length > 0 && !gate.mayConnectItself(uid)) return
        await quietly(() => base.onAccountsChanged.call(this, accounts))
      },
      async onDisconnect(error) {
        gate.disconnected(codeOf(error))
        await quietly(() => base.onDisconnect.call(this, error))
      },
    }
  }
}

async function quietly(run: () => unknown): Promise<void> {
  try {
    await run()
  } catch {
    // a wallet that fails inside its own event has nothing to tell us
  }
}

function codeOf(error: unknown): number | undefined {
  return typeof error === 'object' && error !== null && 'code' in error && typeof error.code === 'number'
    ? error.code
    : undefined
}
