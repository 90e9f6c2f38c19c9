/** A scripted Wallet Standard wallet with Solana and Bitcoin features; sent to the page as source. */

import type { FamilyWallet, FamilyWalletScript, ScriptedAccount, SignFamily } from './family-script.ts'
import { createScriptedRequests } from './scripted-requests.ts'

type StandardPage = EventTarget & Record<string, unknown> & { scriptedWallets?: Record<string, FamilyWallet> }
type StandardAccount = { address: string; publicKey: Uint8Array; chains: string[]; features: string[] }
type Change = (properties: { accounts: StandardAccount[] }) => void
type Input = Record<string, unknown> & { account?: { address: string }; address?: string; message?: unknown }

export function installStandardWallet(script: FamilyWalletScript): FamilyWallet {
  const page = globalThis as unknown as StandardPage // the page is its global
  const requests = createScriptedRequests(script.answers)
  const listeners = new Set<Change>()
  const families = [...new Set(script.accounts.map(({ namespace }) => namespace))]
  const chains = families.map((family) => (family === 'solana' ? 'solana:mainnet' : 'bitcoin:mainnet'))
  const firstOf = (family: string) => script.accounts.find(({ namespace }) => namespace === family)?.address ?? ''
  let shared = script.shared ?? families.map(firstOf)
  let permitted = script.permitted ?? false
  let connected = false

  const toBytes = (base64: string) => Uint8Array.from(atob(base64), (character) => character.charCodeAt(0))
  const toBase64 = (bytes: Uint8Array) => btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''))
  const encode = (text: string) => new TextEncoder().encode(text)
  const concat = (...parts: ArrayLike<number>[]) => Uint8Array.from(parts.flatMap((part) => Array.from(part)))

  const describe = ({ namespace, address, publicKey }: ScriptedAccount): StandardAccount => ({
    address,
    publicKey: Uint8Array.from(publicKey.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16)),
    chains: [namespace === 'solana' ? 'solana:mainnet' : 'bitcoin:mainnet'],
    features: Object.keys(features).filter((name) => !name.startsWith('standard:')),
  })
  const listAccounts = (family?: string) =>
    shared.flatMap((address) =>
      script.accounts
        .filter((account) => account.address === address && (!family || account.namespace === family))
        .map(describe),
    )
  const find = (address: string | undefined): ScriptedAccount => {
    const wanted = script.signsAs ?? address
    const account = script.accounts.find((each) => each.address === wanted)
    if (!account) throw requests.createError({ code: 4100, message: 'The account is not available.' })
    return account
  }
  const emitChange = () => {
    const accounts = connected ? listAccounts() : []
    for (const listener of [...listeners]) listener({ accounts })
  }
  const sign = async ({ namespace, address }: ScriptedAccount, bytes: Uint8Array) => {
    const signer = page[script.signWith] as SignFamily // exposed by the test
    return toBytes(await signer(namespace, address, toBase64(bytes)))
  }
  /** Refuses or changes a text as the script says. */
  const adjust = (bytes: Uint8Array) => {
    if (bytes[0] === 0xff) return bytes
    if (script.refusesText) throw requests.createError(script.refusesText)
    return concat(bytes, encode(script.appends ?? ''))
  }

  const connect = async (family: string | undefined, isAskedSilently: boolean) => {
    const method = family === 'bip122' ? 'bitcoin:connect' : 'standard:connect'
    const silent = script.metaMask ? permitted : isAskedSilently
    const result = await requests.run(silent ? `${method} silent` : method, () => {
      if (!silent) permitted = true
      if (!permitted) return { accounts: [] }
      const wasConnected = connected
      connected = true
      if (!wasConnected) emitChange()
      return { accounts: listAccounts(family) }
    })
    return result as { accounts: StandardAccount[] } // the test may have answered otherwise
  }
  const disconnect = (method: string) =>
    requests.run(method, () => {
      connected = false
      permitted = false
      emitChange()
    })
  const on = (event: string, listener: Change) => {
    if (event === 'change') listeners.add(listener)
    return () => listeners.delete(listener)
  }

  /** The text of a sign-in, in the layout that Solana wallets share. */
  const writeText = (input: Input, address: string) => {
    const fields: Record<string, unknown> = { domain: page.location, ...input, address, ...script.writes }
    const line = (label: string, value: unknown) => (value ? [`${label}: ${value}`] : [])
    const head = [`${fields.domain} wants you to sign in with your Solana account:`, fields.address]
    const statement = fields.statement ? ['', fields.statement] : []
    const resources = Array.isArray(fields.resources)
      ? ['Resources:', ...fields.resources.map((uri) => `- ${uri}`)]
      : []
    return [
      ...head,
      ...statement,
      '',
      ...line('URI', fields.uri),
      ...line('Version', fields.version),
      ...line('Chain ID', fields.chainId),
      ...line('Nonce', fields.nonce),
      ...line('Issued At', fields.issuedAt),
      ...line('Expiration Time', fields.expirationTime),
      ...line('Not Before', fields.notBefore),
      ...line('Request ID', fields.requestId),
      ...resources,
    ].join('\n')
  }
  const envelopeOf = (text: string, account: ScriptedAccount) =>
    concat([0xff], encode('solana offchain'), [1, 1], describe(account).publicKey, encode(text))
  const signIn = async (input: Input) => {
    const chosen = shared.includes(String(input.address)) ? input.address : listAccounts('solana')[0]?.address
    const account = find(chosen)
    const isOffchain = script.signIn === '1.1.0' && input.useOffchainMessage !== undefined
    const text = writeText(input, account.address)
    const signedMessage = isOffchain ? envelopeOf(text, account) : adjust(encode(text))
    const signature = await sign(account, signedMessage)
    permitted = true
    const wasConnected = connected
    connected = true
    if (!wasConnected) emitChange()
    const format = { signedMessageFormat: { kind: 'offchainMessage', messageVersion: 1 } }
    return { account: describe(account), signedMessage, signature, ...(isOffchain ? format : {}) }
  }
  const signMessage = async (input: Input) => {
    const account = find(input.account?.address)
    const signedMessage = adjust(input.message as Uint8Array) // as the standard says
    return { signedMessage, signature: await sign(account, signedMessage) }
  }
  const signOffchainMessage = async (input: Input) => {
    const account = find(input.account?.address)
    const signedOffchainMessage = envelopeOf(String(input.message), account)
    return { signedOffchainMessage, signature: await sign(account, signedOffchainMessage) }
  }
  const forEach =
    (method: string, effect: (input: Input) => Promise<unknown>) =>
    (...inputs: Input[]) =>
      requests.run(method, () => Promise.all((inputs.length > 0 ? inputs : [{}]).map(effect)))

  const every: Record<string, Record<string, unknown>> = {
    'standard:connect': { connect: (input?: { silent?: boolean }) => connect(undefined, input?.silent === true) },
    'standard:disconnect': { disconnect: () => disconnect('standard:disconnect') },
    'standard:events': { on },
    'solana:signIn': {
      async signIn(...inputs: Input[]) {
        if (script.metaMask && !connected) await connect('solana', false)
        return forEach('solana:signIn', signIn)(...inputs)
      },
    },
    'solana:signMessage': { signMessage: forEach('solana:signMessage', signMessage) },
    'solana:signOffchainMessage': {
      supportedMessageVersions: [1],
      signOffchainMessage: forEach('solana:signOffchainMessage', signOffchainMessage),
    },
    'bitcoin:connect': { connect: () => connect('bip122', false) },
    'bitcoin:disconnect': { disconnect: () => disconnect('bitcoin:disconnect') },
    'bitcoin:events': { on },
    'bitcoin:signMessage': { signMessage: forEach('bitcoin:signMessage', signMessage) },
  }
  const features = Object.fromEntries(
    (script.features ?? []).map((name) => {
      const version = name === 'solana:signIn' ? script.signIn : '1.0.0'
      return [name, { version, ...every[name] }]
    }),
  )

  const wallet = {
    version: '1.0.0',
    name: script.name,
    icon: script.icon ?? 'data:image/svg+xml,%3Csvg xmlns="http://www.w3.org/2000/svg"/%3E',
    chains,
    features,
    get accounts() {
      return connected ? listAccounts() : []
    },
  }
  const register = (api: { register(wallet: unknown): void }) => api.register(wallet)
  const announce = () => {
    page.addEventListener('wallet-standard:app-ready', (event) => register((event as CustomEvent).detail))
    page.dispatchEvent(new CustomEvent('wallet-standard:register-wallet', { detail: register }))
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
      if (connected) emitChange()
    },
    permit(allowed) {
      permitted = allowed
    },
  }
  page.scriptedWallets = { ...page.scriptedWallets, [script.id]: handle }
  return handle
}
