import type { Challenge } from '@countersign/contract/routes/challenge.ts'
import type { OneStepAnswer, WalletDriver } from '../driver.ts'
import { ignoreErrors } from '../untrusted.ts'
import type { Provider } from './provider.ts'
import * as evm from './provider.ts'

export function createEvmDriver(provider: Provider, { oneStep = false } = {}): WalletDriver {
  return {
    namespace: 'eip155',
    requestAccounts: () => evm.requestAccounts(provider),
    readAccounts: () => evm.readAccounts(provider),
    readChain: () => evm.readChain(provider),
    pickAccount: () => evm.requestPermissions(provider),
    async sign({ account, message }) {
      return {
        signature: await provider.request({ method: 'personal_sign', params: [toHex(message), account.address] }),
      }
    },
    ...(oneStep ? { signIn: (challenge) => signInOnce(provider, challenge) } : {}),
    listen({ connected, accountsChanged, chainChanged, disconnected }) {
      // Nothing a wallet emits may throw into the wallet's own code, such as an invalid address.
      const on = (event: string, handle: (value: unknown) => void) =>
        provider.on?.(event, (value) => ignoreErrors(() => handle(value)))
      on('connect', connected)
      on('accountsChanged', (accounts) => {
        if (Array.isArray(accounts)) accountsChanged(evm.toAddresses(accounts))
      })
      on('chainChanged', (chainId) => chainChanged(evm.toChain(chainId)))
      on('disconnect', disconnected)
    },
    revoke: () => evm.revokePermissions(provider),
  }
}

/** Two prompts work as well if the chunk fails to load. */
function signInOnce(provider: Provider, challenge: Challenge): Promise<OneStepAnswer | undefined> {
  return import('./one-step.ts').then(
    ({ signIn }) => signIn(provider, challenge),
    () => undefined,
  )
}

function toHex(text: string): string {
  return `0x${[...new TextEncoder().encode(text)].map((byte) => byte.toString(16).padStart(2, '0')).join('')}`
}
