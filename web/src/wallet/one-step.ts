/** Connecting and signing in one prompt (ERC-7846 `wallet_connect`). The wallet's answer is untrusted input. */

import { MESSAGE_MAX_BYTES } from '@countersign/contract/limits.ts'
import { signatureKind } from '@countersign/contract/proof.ts'
import { type Provider, readChainId } from './provider.ts'

type SignInFields = {
  domain: string
  uri: string
  statement: string
  nonce: string
  issuedAt: string
  expirationTime: string
  requestId: string
}

/** The wallet is connected in any case; if it signed, this is the message that it wrote. */
export type OneStepOutcome = { message: string; signature: string; chainId: number } | 'declined' | 'missing'

type OneStepAnswer = { accounts: unknown[]; outcome: OneStepOutcome }

/** Undefined when the wallet does not support the method, which it reports without a prompt. */
export async function connectAndSignIn(provider: Provider, fields: SignInFields): Promise<OneStepAnswer | undefined> {
  const chainId = await readChainId(provider).catch(() => 1)
  const signInWithEthereum = { ...fields, version: '1', chainId: `0x${chainId.toString(16)}` }
  const params = [{ version: '1', capabilities: { signInWithEthereum } }]
  try {
    return readAnswer(await provider.request({ method: 'wallet_connect', params }), chainId)
  } catch (error) {
    if (isUnsupportedMethod(error)) return undefined
    throw error
  }
}

// EIP-1474, EIP-1193 and ERC-5792: returned before any prompt. 4001 is a rejection and 4100 may be one.
const UNSUPPORTED_CODES: unknown[] = [-32601, -32004, -32602, 4200, 5700]
const ANSWERED_CODES: unknown[] = [4001, 4100, -32002]
const UNSUPPORTED_TEXT =
  /(?:method|wallet_connect)\b.{0,60}\b(?:not (?:supported|implemented|found|available|exist)|unsupported|unknown)|\b(?:unsupported|unknown) (?:rpc )?method/i

function isUnsupportedMethod(error: unknown): boolean {
  const code = property(error, 'code')
  if (ANSWERED_CODES.includes(code)) return false
  const text = property(error, 'message')
  return UNSUPPORTED_CODES.includes(code) || (typeof text === 'string' && UNSUPPORTED_TEXT.test(text.slice(0, 500)))
}

function readAnswer(answer: unknown, chainId: number): OneStepAnswer {
  const value = property(answer, 'accounts')
  const accounts: unknown[] = Array.isArray(value) ? value : []
  const signed = property(property(accounts[0], 'capabilities'), 'signInWithEthereum')
  return { accounts: accounts.map((account) => property(account, 'address')), outcome: readSigned(signed, chainId) }
}

function readSigned(signed: unknown, chainId: number): OneStepOutcome {
  const message = property(signed, 'message')
  const signature = property(signed, 'signature')
  if (typeof message === 'string' && typeof signature === 'string') {
    const isValid = message.length <= MESSAGE_MAX_BYTES && /^[\n\x20-\x7e]+$/.test(message)
    return isValid && signatureKind(signature) ? { message, signature, chainId } : 'missing'
  }
  // A failed capability is replaced by its error.
  return property(signed, 'code') === 4001 ? 'declined' : 'missing'
}

function property(value: unknown, key: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined
}
