/**
 * A scripted wallet (EIP-1193 and EIP-6963), for tests in process and in a real browser.
 * `installScriptedWallet` refers to nothing outside itself, so that Playwright can send it as an init script.
 */

export type WalletAnswer =
  | 'approve'
  | 'hang'
  /** Waits until the test calls `approve` or `reject`. */
  | 'ask'
  | { code?: number; message: string; data?: unknown }
  | { result: unknown }

export type WalletScript = {
  name: string
  rdns: string
  uuid?: string
  icon?: string
  accounts: string[]
  chainId?: number
  /** The site already has permission. */
  permitted?: boolean
  /** `never` leaves only `window.ethereum`, `later` waits for `announce()`. */
  announces?: 'now' | 'later' | 'never'
  asEthereum?: boolean
  /** By method; other methods are approved. */
  answers?: Record<string, WalletAnswer>
  /** Unsupported methods (error 4200). */
  lacks?: string[]
  /** Emits no accountsChanged events. */
  silent?: boolean
  /** Rejects accounts that are not shared (error 4100), as MetaMask does. */
  signsShared?: boolean
  /** Connects and signs in one prompt (ERC-7846), with these changes to the message; null omits a field. */
  oneStep?: Record<string, string | null>
  /** In a browser: the name of the function that signs. */
  signWith?: string
}

export type ScriptedWallet = {
  provider: { request(args: { method: string; params?: unknown }): Promise<unknown> }
  /** The methods called, in order. */
  calledMethods: string[]
  announce(): void
  answer(method: string, answer: WalletAnswer): void
  /** Approves the oldest waiting request, with this result if given. */
  approve(result?: unknown): void
  reject(error?: { code?: number; message: string }): void
  waiting(): string[]
  emit(event: string, ...values: unknown[]): void
  switchAccounts(accounts: string[]): void
  switchChain(chainId: number): void
  permit(allowed: boolean): void
}

export type WalletPage = EventTarget & { ethereum?: unknown; scriptedWallets?: Record<string, ScriptedWallet> }

export type Sign = (message: string, address: string) => Promise<string>

export function installScriptedWallet(script: WalletScript, page?: WalletPage, sign?: Sign): ScriptedWallet {
  const target = page ?? (globalThis as unknown as WalletPage) // in a browser the global is the page
  const listeners = new Map<string, Set<(...values: unknown[]) => void>>()
  const answers: Record<string, WalletAnswer> = { ...script.answers }
  const waiting: { method: string; approve(result?: unknown): void; reject(error: unknown): void }[] = []
  const calledMethods: string[] = []
  let accounts = script.accounts
  let chainId = script.chainId ?? 1
  let permitted = script.permitted ?? false

  const emit = (event: string, ...values: unknown[]) => {
    for (const listener of [...(listeners.get(event) ?? [])]) listener(...values)
  }
  const createError = (error: { code?: number; message: string; data?: unknown }) =>
    Object.assign(new Error(error.message), error)
  const sharedAccounts = () => (permitted ? accounts : [])

  const permitAccounts = () => {
    const wasPermitted = permitted
    permitted = true
    if (!wasPermitted && !script.silent) emit('accountsChanged', sharedAccounts())
    return sharedAccounts()
  }

  const effects: Record<string, (params: unknown[]) => unknown> = {
    eth_accounts: sharedAccounts,
    eth_chainId: () => `0x${chainId.toString(16)}`,
    eth_requestAccounts: permitAccounts,
    wallet_requestPermissions: () => [
      { parentCapability: 'eth_accounts', caveats: [{ type: 'restrictReturnedAccounts', value: permitAccounts() }] },
    ],
    wallet_revokePermissions: () => {
      permitted = false
      if (!script.silent) emit('accountsChanged', [])
      return null
    },
    personal_sign: (params) => signShared(String(params[0]), String(params[1])),
  }
  const { oneStep } = script
  if (oneStep) effects.wallet_connect = (params) => connectAndSign(params[0], oneStep)

  function signText(hex: string, address: string): Promise<string> {
    const signer = sign ?? (script.signWith ? (target as unknown as Record<string, Sign>)[script.signWith] : undefined) // exposed by the test
    if (!signer) throw createError({ code: -32603, message: 'This wallet has nothing to sign with.' })
    return signer(hex, address)
  }

  function signShared(hex: string, address: string): Promise<string> {
    const known = sharedAccounts().some((each) => each.toLowerCase() === address.toLowerCase())
    if (script.signsShared && !known)
      throw createError({ code: 4100, message: 'The requested account has not been authorized by the user.' })
    return signText(hex, address)
  }

  async function connectAndSign(param: unknown, change: Record<string, string | null>) {
    const { capabilities } = param as { capabilities: { signInWithEthereum: Record<string, string> } } // what our page sends
    const address = accounts[0] ?? ''
    const fields = capabilities.signInWithEthereum
    const text: Record<string, string | null> = {
      ...fields,
      address,
      chainId: String(Number(fields.chainId)),
      ...change,
    }
    const line = (label: string, value: string | null | undefined) => (value ? [`${label}: ${value}`] : [])
    const message = [
      `${text.domain} wants you to sign in with your Ethereum account:`,
      text.address,
      '',
      ...(text.statement ? [text.statement, ''] : ['']),
      ...line('URI', text.uri),
      ...line('Version', text.version),
      ...line('Chain ID', text.chainId),
      ...line('Nonce', text.nonce),
      ...line('Issued At', text.issuedAt),
      ...line('Expiration Time', text.expirationTime),
      ...line('Request ID', text.requestId),
    ].join('\n')
    const hex = Array.from(new TextEncoder().encode(message), (byte) => byte.toString(16).padStart(2, '0')).join('')
    const signature = await signText(`0x${hex}`, address)
    return {
      accounts: permitAccounts().map((each) => ({
        address: each,
        capabilities: { signInWithEthereum: { message, signature } },
      })),
    }
  }

  async function request(args: { method: string; params?: unknown }): Promise<unknown> {
    const { method } = args
    calledMethods.push(method)
    const effect = effects[method]
    const answer = answers[method] ?? 'approve'
    if (answer === 'hang') return new Promise(() => {})
    if (typeof answer === 'object' && 'message' in answer) throw createError(answer)
    if (script.lacks?.includes(method) || !effect) {
      throw createError({ code: 4200, message: `The method ${method} is not supported.` })
    }
    const runEffect = (result?: unknown) =>
      result !== undefined ? result : effect(Array.isArray(args.params) ? args.params : [])
    if (typeof answer === 'object') return answer.result
    if (answer === 'approve') return runEffect()
    return new Promise((resolve, reject) => {
      waiting.push({ method, approve: (result) => resolve(runEffect(result)), reject })
    })
  }

  const provider = {
    request,
    on(event: string, listener: (...values: unknown[]) => void) {
      const set = listeners.get(event) ?? new Set()
      listeners.set(event, set.add(listener))
      return provider
    },
    removeListener(event: string, listener: (...values: unknown[]) => void) {
      listeners.get(event)?.delete(listener)
      return provider
    },
  }

  const info = {
    uuid: script.uuid ?? `uuid of ${script.name}`,
    name: script.name,
    rdns: script.rdns,
    icon: script.icon ?? 'data:image/svg+xml,%3Csvg xmlns="http://www.w3.org/2000/svg"/%3E',
  }
  const announce = () => {
    const detail = Object.freeze({ info, provider })
    target.dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail }))
  }

  if (script.asEthereum || script.announces === 'never') target.ethereum = provider
  if ((script.announces ?? 'now') === 'now') {
    target.addEventListener('eip6963:requestProvider', announce)
    announce()
  }

  const wallet: ScriptedWallet = {
    provider,
    calledMethods,
    announce() {
      target.addEventListener('eip6963:requestProvider', announce)
      announce()
    },
    answer(method, answer) {
      answers[method] = answer
    },
    approve: (result) => waiting.shift()?.approve(result),
    reject: (error = { code: 4001, message: 'User rejected the request.' }) =>
      waiting.shift()?.reject(createError(error)),
    waiting: () => waiting.map(({ method }) => method),
    emit,
    switchAccounts(next) {
      accounts = next
      if (permitted && !script.silent) emit('accountsChanged', next)
    },
    switchChain(next) {
      chainId = next
      if (!script.silent) emit('chainChanged', `0x${next.toString(16)}`)
    },
    permit(allowed) {
      permitted = allowed
    },
  }
  target.scriptedWallets = { ...target.scriptedWallets, [script.rdns]: wallet }
  return wallet
}
