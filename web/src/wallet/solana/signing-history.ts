import { readFailure } from './failure.ts'
import type { SigningMethod } from './signing-methods.ts'

type Name = SigningMethod['name']

const orders = {
  /** Software wallets display the text. */
  first: ['signIn', 'signText', 'signInOffchain', 'signOffchainMessage', 'signEnvelope'],
  /** After a text could not be signed: a Ledger signs off-chain messages only. */
  envelopesFirst: ['signInOffchain', 'signOffchainMessage', 'signEnvelope', 'signIn', 'signText'],
  /** After two refusals, which may be a Ledger's: what is still displayed as text comes first. */
  readableFirst: ['signInOffchain', 'signOffchainMessage', 'signIn', 'signText', 'signEnvelope'],
} satisfies Record<string, Name[]>

/** `exact` if the text must be ours. */
type Wanted = { address: string | undefined; exact: boolean }

/** What is known about a wallet and the account that it used last, until the page is closed. */
export type SigningHistory = ReturnType<typeof createSigningHistory>

export function createSigningHistory() {
  const worked = new Map<string, Name>()
  const failed = new Set<Name>()
  let order: Name[] = orders.first
  let refused: { name: Name; times: number } | undefined
  let lastAddress: string | undefined
  let writesOther = false

  function forgetFailures() {
    failed.clear()
    order = orders.first
    refused = undefined
  }

  function choose(methods: SigningMethod[], { address, exact }: Wanted): SigningMethod | undefined {
    const names = [...(address === undefined ? [] : [worked.get(address)]), ...order]
    const left = methods.filter(({ name, writes }) => !failed.has(name) && !(exact && writes && writesOther))
    return names.map((name) => left.find((method) => method.name === name)).find((method) => method !== undefined)
  }

  return {
    choose,
    forgetFailures,
    get hasFailures() {
      return failed.size > 0
    },
    /** Another account may be on another device. */
    accountUsed(address: string) {
      if (lastAddress !== undefined && lastAddress !== address) forgetFailures()
      lastAddress = address
    },
    writesOtherText() {
      writesOther = true
    },
    workedFor(address: string, name: Name) {
      worked.set(address, name)
      refused = undefined
    },
    skip(name: Name) {
      failed.add(name)
    },
    /** Throws the error if the person has to act before the wallet is asked again. */
    noteFailure({ name, form }: SigningMethod, error: unknown) {
      const failure = readFailure(error)
      if (failure === 'final') throw error
      if (failure === 'refused') {
        refused = { name, times: refused?.name === name ? refused.times + 1 : 1 }
        // Phantom and Solflare report a refusal when a Ledger cannot sign. The next click then uses another method.
        if (refused.times > 1 && ![...worked.values()].includes(name)) {
          failed.add(name)
          if (order === orders.first) order = orders.readableFirst
        }
        throw error
      }
      failed.add(name)
      if (form === 'text' && failure === 'failed') order = orders.envelopesFirst
    },
  }
}
