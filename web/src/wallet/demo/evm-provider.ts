/** The demo wallet on Ethereum: EIP-1193. */

import { type PrivateKeyAccount, privateKeyToAccount } from 'viem/accounts'
import { createProviderError, type Provider } from '../evm/provider.ts'
import { confirm, type DemoContext } from './demo-context.ts'

type Context = DemoContext & { emit(event: string, value: unknown): void }
type RequestArguments = { method: string; params?: unknown }

export function createEvmProvider(demo: DemoContext): Provider {
  const listeners = new Map<string, Set<(value: unknown) => void>>()
  const emit = (event: string, value: unknown) => {
    for (const listener of [...(listeners.get(event) ?? [])]) listener(value)
  }
  const context: Context = Object.assign(demo, { emit })
  demo.keyring.onChange(() => {
    if (demo.keyring.isPermitted('eip155')) emit('accountsChanged', sharedAddresses(demo))
  })
  return {
    request: createRequest(context),
    on: (event, listener) => listeners.set(event, (listeners.get(event) ?? new Set()).add(listener)),
  }
}

function createRequest(context: Context) {
  return async ({ method, params }: RequestArguments): Promise<unknown> => {
    switch (method) {
      case 'eth_accounts':
        return sharedAddresses(context)
      case 'eth_chainId':
        return '0x1'
      case 'eth_requestAccounts':
        if (!context.keyring.isPermitted('eip155')) await confirmConnect(context)
        return sharedAddresses(context)
      case 'wallet_requestPermissions':
        await confirmConnect(context)
        return [
          {
            parentCapability: 'eth_accounts',
            caveats: [{ type: 'restrictReturnedAccounts', value: sharedAddresses(context) }],
          },
        ]
      case 'wallet_revokePermissions':
        context.keyring.permit('eip155', false)
        context.emit('accountsChanged', [])
        return null
      case 'personal_sign':
        return confirmAndSign(context, params)
      default:
        throw createProviderError(4200, `The demo wallet does not support ${method}.`)
    }
  }
}

function accounts({ keyring }: DemoContext): PrivateKeyAccount[] {
  return keyring.keys().map((key) => privateKeyToAccount(key))
}

function sharedAddresses(context: DemoContext): string[] {
  return context.keyring.isPermitted('eip155') ? accounts(context).map(({ address }) => address) : []
}

async function confirmConnect(context: Context): Promise<void> {
  const before = sharedAddresses(context)[0]
  await confirm(context, { namespace: 'eip155', account: () => accounts(context)[0]?.address ?? '' })
  context.keyring.permit('eip155', true)
  const [after] = sharedAddresses(context)
  if (after !== before) context.emit('accountsChanged', sharedAddresses(context))
}

async function confirmAndSign(context: Context, params: unknown): Promise<string> {
  const [data, address] = Array.isArray(params) ? params : []
  if (typeof data !== 'string' || !/^0x(?:[0-9a-f]{2})*$/i.test(data) || typeof address !== 'string') {
    throw createProviderError(-32602, 'The demo wallet signs a text given in hexadecimal, for an account.')
  }
  const account = accounts(context).find((each) => each.address.toLowerCase() === address.toLowerCase())
  if (!account || !context.keyring.isPermitted('eip155')) {
    throw createProviderError(4100, 'This site may not use that account.')
  }
  const signing = { address: account.address, message: readText(data) }
  await confirm(context, { namespace: 'eip155', account: () => account.address, signing })
  return account.signMessage({ message: { raw: data as `0x${string}` } }) // checked above
}

function readText(data: string): string {
  const bytes = Uint8Array.from(data.slice(2).match(/../g) ?? [], (pair) => Number.parseInt(pair, 16))
  return new TextDecoder().decode(bytes)
}
