/** A scripted Bitcoin wallet in `window.btc_providers` (WBIP004), as Xverse; sent to the page as source. */

import type { FamilyWallet, FamilyWalletScript, SignFamily } from './family-script.ts'
import { createScriptedRequests } from './scripted-requests.ts'

type ProviderPage = Record<string, unknown> & {
  btc_providers?: unknown[]
  scriptedWallets?: Record<string, FamilyWallet>
}
type Params = { address?: string; message?: string; protocol?: string; purposes?: string[] } | null | undefined
type Listener = (event: unknown) => void

/** The id is the path of the provider under `window`. */
export function installBitcoinProvider(script: FamilyWalletScript): FamilyWallet {
  const page = globalThis as unknown as ProviderPage // the page is its global
  const requests = createScriptedRequests(script.answers)
  const listeners = new Map<string, Set<Listener>>()
  let shared = script.shared ?? script.accounts.map(({ address }) => address)
  let permitted = script.permitted ?? false

  const emit = (type: string, detail: Record<string, unknown>) => {
    for (const listener of [...(listeners.get(type) ?? [])]) listener({ type, ...detail })
  }
  const listAddresses = (purposes?: string[]) =>
    script.accounts
      .filter(({ address }) => shared.includes(address))
      .filter(({ purpose = 'payment' }) => !purposes || purposes.includes(purpose))
      .map(({ address, publicKey, purpose = 'payment' }) => ({
        address,
        publicKey,
        purpose,
        addressType: address.startsWith('bc1p') ? 'p2tr' : 'p2wpkh',
        network: 'mainnet',
        walletType: 'software',
      }))
  const network = { bitcoin: { name: 'Mainnet' } }
  const requirePermission = () => {
    if (!permitted) throw requests.createError({ code: -32002, message: 'Access denied.' })
  }
  const connect = (params: Params) => {
    permitted = true
    return { id: 'account', addresses: listAddresses(params?.purposes), walletType: 'software', network }
  }
  const disconnect = () => {
    permitted = false
    emit('disconnect', {})
    return null
  }
  const signMessage = async (params: Params) => {
    requirePermission()
    const address = script.signsAs ?? params?.address ?? ''
    const text = `${params?.message ?? ''}${script.appends ?? ''}`
    const signer = page[script.signWith] as SignFamily // exposed by the test
    const bytes = Array.from(new TextEncoder().encode(text), (byte) => String.fromCharCode(byte)).join('')
    const signature = await signer('bip122', address, btoa(bytes))
    return { signature, messageHash: '', address, protocol: params?.protocol ?? 'ECDSA' }
  }

  const effects: Record<string, (params: Params) => unknown> = {
    getInfo: () => ({ version: '1.0.0', methods: Object.keys(effects), supports: [] }),
    getAccounts: (params) => connect(params).addresses,
    getAddresses: (params) => connect(params),
    wallet_connect: connect,
    wallet_requestPermissions: () => {
      permitted = true
      return true
    },
    wallet_getAccount: () => {
      requirePermission()
      return { id: 'account', addresses: listAddresses(), walletType: 'software', network }
    },
    wallet_getNetwork: () => {
      requirePermission()
      return network
    },
    wallet_disconnect: disconnect,
    wallet_renouncePermissions: disconnect,
    signMessage,
  }
  /** Errors are answers too. */
  const request = async (method: string, params: Params) => {
    const effect = effects[method]
    try {
      if (!effect) throw requests.createError({ code: -32601, message: `Method "${method}" is not supported.` })
      return { jsonrpc: '2.0', id: '1', result: await requests.run(method, () => effect(params)) }
    } catch (error) {
      const { code = -32603, message } = error as { code?: number; message: string }
      return { jsonrpc: '2.0', id: '1', error: { code: code === 4001 ? -32000 : code, message } }
    }
  }
  const provider = {
    request,
    addListener(first: string | { eventName: string; cb: Listener }, second?: Listener) {
      const eventName = typeof first === 'string' ? first : first.eventName
      const listener = typeof first === 'string' ? second : first.cb
      const set = listeners.get(eventName) ?? new Set()
      if (listener) listeners.set(eventName, set.add(listener))
      return () => listener && set.delete(listener)
    },
  }

  const PATH = 'ScriptedProviders'
  const key = script.name.replace(/\W/g, '')
  const announce = () => {
    page[PATH] = { ...(page[PATH] as object | undefined), [key]: provider }
    const icon = script.icon ?? 'data:image/svg+xml,%3Csvg xmlns="http://www.w3.org/2000/svg"/%3E'
    const entry = { id: `${PATH}.${key}`, name: script.name, icon, methods: Object.keys(effects) }
    page.btc_providers = [...(page.btc_providers ?? []), entry]
  }
  if (script.announces !== 'later') announce()

  const handle: FamilyWallet = {
    calledMethods: requests.calledMethods,
    announce,
    answer: requests.answer,
    approve: requests.approve,
    reject: requests.reject,
    waiting: requests.waiting,
    switchAccounts(addresses) {
      shared = addresses
      if (permitted) emit('accountChange', { addresses: listAddresses() })
    },
    permit(allowed) {
      permitted = allowed
    },
  }
  page.scriptedWallets = { ...page.scriptedWallets, [script.id]: handle }
  return handle
}
