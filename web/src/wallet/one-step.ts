/** Connecting and signing in one prompt (ERC-7846 `wallet_connect`). What the wallet answers is read as hostile input. */

import { MESSAGE_MAX_BYTES } from '@countersign/contract/limits.ts'
import { signatureKind } from '@countersign/contract/proof.ts'

/** What the wallet writes its text from; it adds the account. */
export type SignInFields = {
  domain: string
  uri: string
  statement: string
  nonce: string
  issuedAt: string
  expirationTime: string
  requestId: string
}

/** The wallet's own text, its signature, and the chain it was asked to write. */
export type Written = { message: string; signature: string; chainId: number }

/** Connected is the wallet in any case; that it signed as well is not certain. */
export type OneStepOutcome = Written | 'declined' | 'missing'

type Provider = { request(args: { method: string; params?: unknown[] }): Promise<unknown> }

/** Connects in its own way, and answers with the accounts; undefined when the wallet does not know that way. */
export type ConnectBy = (provider: Provider) => Promise<unknown[] | undefined>

/** Undefined when the wallet does not know the method, which it says without showing anything. */
export async function askForBoth(
  provider: Provider,
  fields: SignInFields,
): Promise<{ accounts: unknown[]; outcome: OneStepOutcome } | undefined> {
  const asked = Number(await provider.request({ method: 'eth_chainId' }).catch(() => 1))
  const chainId = Number.isSafeInteger(asked) && asked > 0 ? asked : 1
  const signInWithEthereum = { ...fields, version: '1', chainId: `0x${chainId.toString(16)}` }
  const params = [{ version: '1', capabilities: { signInWithEthereum } }]
  let answer: unknown
  try {
    answer = await provider.request({ method: 'wallet_connect', params })
  } catch (error) {
    if (isUnknownMethod(error)) return undefined
    throw error
  }
  return readAnswer(answer, chainId)
}

// EIP-1474, EIP-1193 and ERC-5792: each is said before a person is asked. 4100 may be a person's no, 4001 is.
const UNKNOWN_METHOD: unknown[] = [-32601, -32004, -32602, 4200, 5700]
const ANSWERED: unknown[] = [4001, 4100, -32002]
const UNKNOWN_WORDS =
  /(?:method|wallet_connect)\b.{0,60}\b(?:not (?:supported|implemented|found|available|exist)|unsupported|unknown)|\b(?:unsupported|unknown) (?:rpc )?method/i

function isUnknownMethod(error: unknown): boolean {
  const code = partOf(error, 'code')
  if (ANSWERED.includes(code)) return false
  return UNKNOWN_METHOD.includes(code) || UNKNOWN_WORDS.test(textOf(error).slice(0, 500))
}

function textOf(error: unknown): string {
  const text = partOf(error, 'message')
  return typeof text === 'string' ? text : ''
}

function readAnswer(answer: unknown, chainId: number): { accounts: unknown[]; outcome: OneStepOutcome } {
  const accounts = partOf(answer, 'accounts')
  const [first, ...others]: unknown[] = Array.isArray(accounts) ? accounts : []
  if (first === undefined) return { accounts: [], outcome: 'missing' }
  const signed = partOf(partOf(first, 'capabilities'), 'signInWithEthereum')
  return {
    accounts: [first, ...others].map((account) => partOf(account, 'address')),
    outcome: readSigned(signed, chainId),
  }
}

function readSigned(signed: unknown, chainId: number): OneStepOutcome {
  const message = partOf(signed, 'message')
  const signature = partOf(signed, 'signature')
  if (typeof message === 'string' && typeof signature === 'string') {
    const fits = message.length <= MESSAGE_MAX_BYTES && /^[\n\x20-\x7e]+$/.test(message)
    return fits && signatureKind(signature) ? { message, signature, chainId } : 'missing'
  }
  // A capability that failed carries the error in its place.
  return partOf(signed, 'code') === 4001 ? 'declined' : 'missing'
}

function partOf(value: unknown, key: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined
}
