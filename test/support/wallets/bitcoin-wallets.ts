/** Bitcoin wallets for tests in process: one with Wallet Standard features, one of `btc_providers`, and UniSat. */

export type BitcoinPrompt = 'connect' | 'sign'

export type BitcoinWalletScript = {
  accounts: { address: string; purpose?: string }[]
  /** The site already has permission. */
  permitted?: boolean
  /** `ask` waits until the test calls `approve` or `reject`; other prompts are approved. */
  prompts?: Partial<Record<BitcoinPrompt, 'ask' | Error | Record<string, unknown>>>
  /** What `sign` returned, as this wallet encodes it. */
  encode?: (signature: string) => unknown
}

/** Returns base64. */
export type BitcoinSign = (text: string, address: string, protocol: string | undefined) => Promise<string> | string

export type BitcoinWalletCore = ReturnType<typeof createCore>

type Account = BitcoinWalletScript['accounts'][number]

function createCore(script: BitcoinWalletScript, sign: BitcoinSign) {
  const waiting: { approve(): void; reject(error: unknown): void }[] = []
  const core = {
    accounts: script.accounts,
    permitted: script.permitted ?? false,
    /** What the page called, in order. */
    calls: [] as { method: string; params: unknown }[],
    methods: () => core.calls.map(({ method }) => method),
    shared: (): Account[] => (core.permitted ? core.accounts : []),
    async prompt<T>(prompt: BitcoinPrompt, answer: () => T | Promise<T>): Promise<T> {
      const scripted = script.prompts?.[prompt]
      if (scripted === 'ask') await new Promise<void>((resolve, reject) => waiting.push({ approve: resolve, reject }))
      else if (scripted) throw scripted
      return answer()
    },
    permit: () => {
      core.permitted = true
      return core.shared()
    },
    async sign(text: string, address: string, protocol?: string): Promise<unknown> {
      const signature = await sign(text, address, protocol)
      return script.encode ? script.encode(signature) : signature
    },
    waiting: () => waiting.length,
    approve: () => waiting.shift()?.approve(),
    reject: (error: unknown) => waiting.shift()?.reject(error),
  }
  return core
}

export const standardRejection = Object.assign(new Error('User rejected the request.'), { code: 4001 })

/** As MetaMask: it signs with its selected account and returns bytes; `features` are added or, if undefined, removed. */
export function createStandardBitcoinWallet(
  script: BitcoinWalletScript & { name?: string; features?: Record<string, unknown> },
  sign: BitcoinSign,
) {
  const core = createCore({ encode: (text) => Uint8Array.from(Buffer.from(text, 'base64')), ...script }, sign)
  const listeners = new Set<(change: unknown) => void>()
  const standardAccounts = () =>
    core.shared().map(({ address }) => ({ address, publicKey: new Uint8Array(33), chains: ['bitcoin:mainnet'] }))
  const changed = () => {
    for (const listener of listeners) listener({ accounts: standardAccounts() })
  }
  const version = '1.0.0'
  const features: Record<string, unknown> = {
    'bitcoin:connect': {
      version,
      async connect(params: unknown) {
        core.calls.push({ method: 'bitcoin:connect', params })
        if (!core.permitted) await core.prompt('connect', core.permit)
        return { accounts: standardAccounts() }
      },
    },
    'bitcoin:disconnect': {
      version,
      async disconnect() {
        core.calls.push({ method: 'bitcoin:disconnect', params: undefined })
        core.permitted = false
        changed()
      },
    },
    'bitcoin:events': {
      version,
      on(event: string, listener: (change: unknown) => void) {
        if (event === 'change') listeners.add(listener)
        return () => listeners.delete(listener)
      },
    },
    'bitcoin:signMessage': {
      version,
      async signMessage(input: { account: { address: string }; message: Uint8Array }) {
        core.calls.push({ method: 'bitcoin:signMessage', params: input })
        const address = core.shared()[0]?.address ?? ''
        const text = new TextDecoder().decode(input.message)
        const signature = await core.prompt('sign', () => core.sign(text, address))
        return [{ signedMessage: signature, signature }]
      },
    },
  }
  for (const [name, feature] of Object.entries(script.features ?? {})) {
    if (feature === undefined) delete features[name]
    else features[name] = feature
  }
  return {
    ...core,
    core,
    wallet: {
      version,
      name: script.name ?? 'MetaMask',
      icon: 'data:image/svg+xml,%3Csvg xmlns="http://www.w3.org/2000/svg"/%3E',
      chains: ['bitcoin:mainnet', 'bitcoin:testnet'],
      get accounts() {
        return standardAccounts()
      },
      features,
    },
    switchAccounts(accounts: Account[]) {
      core.accounts = accounts
      changed()
    },
    permit(allowed: boolean) {
      core.permitted = allowed
      changed()
    },
  }
}

/** JSON-RPC errors of sats-connect. */
export const rpcErrors = {
  rejected: { code: -32000, message: 'User rejected request to sign a message.' },
  unknownMethod: { code: -32601, message: 'Method not found.' },
  denied: { code: -32002, message: 'Access denied.' },
}

/** As Xverse with `wallet_connect`, or as Leather with `getAddresses` only, which throws its errors. */
export function createRpcBitcoinProvider(
  script: BitcoinWalletScript & { leather?: true; network?: string; supports?: string[] },
  sign: BitcoinSign,
) {
  const core = createCore(script, sign)
  const listeners = new Map<string, Set<(event: unknown) => void>>()
  const emit = (eventName: string, event: unknown) => {
    for (const listener of listeners.get(eventName) ?? []) listener(event)
  }
  const connected = () => ({
    id: 'account',
    addresses: core.shared(),
    walletType: 'software',
    ...(script.leather ? {} : { network: { bitcoin: { name: script.network ?? 'Mainnet' } } }),
  })
  const connect = async () => {
    if (!core.permitted || script.leather) await core.prompt('connect', core.permit)
    return connected()
  }
  const methods: Record<string, (params: Record<string, unknown>) => unknown> = {
    wallet_connect: connect,
    getAccounts: async () => (await connect()).addresses,
    getAddresses: connect,
    wallet_getAccount() {
      if (!core.permitted) throw rpcErrors.denied
      return connected()
    },
    wallet_disconnect() {
      core.permitted = false
      return null
    },
    async signMessage({ message, address, protocol, paymentType }) {
      const { address: signer } = core.shared().find((each) => each.address === address) ?? { address: '' }
      if (script.leather ? !['p2wpkh', 'p2tr'].includes(String(paymentType)) : !signer)
        throw { code: -32602, message: 'Invalid parameters.' }
      const signature = await core.prompt('sign', () => core.sign(String(message), signer, String(protocol)))
      return { signature, address: signer, ...(script.leather ? { message } : { protocol, messageHash: '' }) }
    },
  }
  const supported = script.supports ?? (script.leather ? ['getAddresses', 'signMessage'] : Object.keys(methods))
  return {
    ...core,
    core,
    emit,
    provider: {
      async request(method: string, params: unknown) {
        core.calls.push({ method, params })
        const run = supported.includes(method) ? methods[method] : undefined
        try {
          if (!run) throw rpcErrors.unknownMethod
          return { jsonrpc: '2.0', id: '1', result: await run(Object(params)) }
        } catch (error) {
          const answer = { jsonrpc: '2.0', id: '1', error }
          if (script.leather) throw answer
          return answer
        }
      },
      addListener({ eventName, cb }: { eventName: string; cb(event: unknown): void }) {
        listeners.set(eventName, (listeners.get(eventName) ?? new Set()).add(cb))
        return () => listeners.get(eventName)?.delete(cb)
      },
    },
  }
}

export function createUniSat(script: BitcoinWalletScript & { chain?: string }, sign: BitcoinSign) {
  const core = createCore(script, sign)
  const listeners = new Map<string, Set<(value: unknown) => void>>()
  const state = { chain: script.chain ?? 'BITCOIN_MAINNET' }
  const emit = (event: string, value: unknown) => {
    for (const listener of listeners.get(event) ?? []) listener(value)
  }
  const addresses = () => core.shared().map(({ address }) => address)
  const called = (method: string, params?: unknown) => void core.calls.push({ method, params })
  return {
    ...core,
    core,
    emit,
    unisat: {
      async requestAccounts() {
        called('requestAccounts')
        await core.prompt('connect', core.permit)
        return addresses()
      },
      async getAccounts() {
        called('getAccounts')
        return addresses()
      },
      async getChain() {
        called('getChain')
        return {
          enum: state.chain,
          name: state.chain,
          network: state.chain.endsWith('TESTNET') ? 'testnet' : 'livenet',
        }
      },
      async signMessage(text: string, type: string) {
        called('signMessage', { text, type })
        return core.prompt('sign', () => core.sign(text, core.shared()[0]?.address ?? '', type))
      },
      async disconnect() {
        called('disconnect')
        core.permitted = false
      },
      on(event: string, listener: (value: unknown) => void) {
        listeners.set(event, (listeners.get(event) ?? new Set()).add(listener))
      },
    },
    switchAccounts(accounts: Account[]) {
      core.accounts = accounts
      emit('accountsChanged', addresses())
    },
    switchChain(chain: string) {
      state.chain = chain
      emit('chainChanged', { enum: chain })
    },
  }
}
