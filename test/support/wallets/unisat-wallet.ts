/** A scripted Bitcoin wallet as `window.unisat`; sent to the page as source. */

import type { FamilyWallet, FamilyWalletScript, SignFamily } from './family-script.ts'
import { createScriptedRequests } from './scripted-requests.ts'

type UnisatPage = Record<string, unknown> & { unisat?: unknown; scriptedWallets?: Record<string, FamilyWallet> }
type Listener = (value: unknown) => void

export function installUnisat(script: FamilyWalletScript): FamilyWallet {
  const page = globalThis as unknown as UnisatPage // the page is its global
  const requests = createScriptedRequests(script.answers)
  const listeners = new Map<string, Set<Listener>>()
  let shared = script.shared ?? script.accounts.slice(0, 1).map(({ address }) => address)
  let permitted = script.permitted ?? false

  const emit = (event: string, value: unknown) => {
    for (const listener of [...(listeners.get(event) ?? [])]) listener(value)
  }
  const sharedAccounts = () => (permitted ? shared : [])
  const currentAccount = () => script.accounts.find(({ address }) => address === (script.signsAs ?? shared[0]))

  /** UniSat signs for its current account; there is no way to name another. */
  const signMessage = async (text: string, type: unknown) => {
    if (!permitted) throw requests.createError({ code: 4100, message: 'The account is not available.' })
    if (type !== 'bip322-simple') throw requests.createError({ code: -32602, message: `Unexpected type ${type}.` })
    const signer = page[script.signWith] as SignFamily // exposed by the test
    const bytes = new TextEncoder().encode(`${text}${script.appends ?? ''}`)
    const encoded = btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''))
    return signer('bip122', currentAccount()?.address ?? '', encoded)
  }

  const unisat = {
    requestAccounts: () =>
      requests.run('requestAccounts', () => {
        permitted = true
        return sharedAccounts()
      }),
    getAccounts: () => requests.run('getAccounts', sharedAccounts),
    getPublicKey: () => requests.run('getPublicKey', () => currentAccount()?.publicKey),
    getNetwork: () => requests.run('getNetwork', () => 'livenet'),
    getChain: () =>
      requests.run('getChain', () => ({ enum: 'BITCOIN_MAINNET', name: 'Bitcoin Mainnet', network: 'livenet' })),
    signMessage: (text: string, type?: unknown) => requests.run('signMessage', () => signMessage(text, type)),
    disconnect: () =>
      requests.run('disconnect', () => {
        permitted = false
        emit('accountsChanged', [])
      }),
    on(event: string, listener: Listener) {
      listeners.set(event, (listeners.get(event) ?? new Set()).add(listener))
      return unisat
    },
    removeListener(event: string, listener: Listener) {
      listeners.get(event)?.delete(listener)
      return unisat
    },
  }
  const announce = () => {
    page.unisat = unisat
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
      if (permitted) emit('accountsChanged', addresses)
    },
    permit(allowed) {
      permitted = allowed
    },
  }
  page.scriptedWallets = { ...page.scriptedWallets, [script.id]: handle }
  return handle
}
