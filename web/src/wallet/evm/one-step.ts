/** Connecting and signing in one prompt (ERC-7846 `wallet_connect`). The wallet's answer is untrusted input. */

import { MESSAGE_MAX_BYTES } from '@countersign/contract/limits.ts'
import { signatureKind } from '@countersign/contract/proof.ts'
import type { Challenge } from '@countersign/contract/routes/challenge.ts'
import type { OneStepAnswer, OneStepOutcome } from '../driver.ts'
import { readMember } from '../untrusted.ts'
import { type Provider, readAccounts, readChain, toAddresses } from './provider.ts'

/** Undefined when the wallet does not support the method, which it reports without a prompt. */
export async function signIn(provider: Provider, challenge: Challenge): Promise<OneStepAnswer | undefined> {
  const chain = await readChain(provider).catch(() => '1')
  const signInWithEthereum = { ...fieldsOf(challenge), version: '1', chainId: `0x${Number(chain).toString(16)}` }
  const params = [{ version: '1', capabilities: { signInWithEthereum } }]
  let answer: unknown
  try {
    answer = await provider.request({ method: 'wallet_connect', params })
  } catch (error) {
    if (isUnsupportedMethod(error)) return undefined
    throw error
  }
  return readAnswer(provider, answer, chain)
}

function fieldsOf(challenge: Challenge) {
  const { domain, uri, statement, nonce, issuedAt, expiresAt: expirationTime, id: requestId } = challenge
  return { domain, uri, statement, nonce, issuedAt, expirationTime, requestId }
}

// EIP-1474, EIP-1193 and ERC-5792: returned before any prompt. 4001 is a rejection and 4100 may be one.
const UNSUPPORTED_CODES: unknown[] = [-32601, -32004, -32602, 4200, 5700]
const ANSWERED_CODES: unknown[] = [4001, 4100, -32002]
const UNSUPPORTED_TEXT =
  /(?:method|wallet_connect)\b.{0,60}\b(?:not (?:supported|implemented|found|available|exist)|unsupported|unknown)|\b(?:unsupported|unknown) (?:rpc )?method/i

function isUnsupportedMethod(error: unknown): boolean {
  const code = readMember(error, 'code')
  if (ANSWERED_CODES.includes(code)) return false
  const text = readMember(error, 'message')
  return UNSUPPORTED_CODES.includes(code) || (typeof text === 'string' && UNSUPPORTED_TEXT.test(text.slice(0, 500)))
}

async function readAnswer(provider: Provider, answer: unknown, chain: string): Promise<OneStepAnswer> {
  const value = readMember(answer, 'accounts')
  const listed: unknown[] = Array.isArray(value) ? value : []
  const signed = readMember(readMember(listed[0], 'capabilities'), 'signInWithEthereum')
  const addresses = toAddresses(listed.map((account) => readMember(account, 'address')))
  const accounts = addresses.length > 0 ? addresses : await readAccounts(provider)
  return { accounts, outcome: readSigned(signed, chain) }
}

function readSigned(signed: unknown, chain: string): OneStepOutcome {
  const message = readMember(signed, 'message')
  const signature = readMember(signed, 'signature')
  if (typeof message === 'string' && typeof signature === 'string') {
    const isValid = message.length <= MESSAGE_MAX_BYTES && /^[\n\x20-\x7e]+$/.test(message)
    return isValid && signatureKind(signature) ? { message, signature, chain } : 'missing'
  }
  // A failed capability is replaced by its error.
  return readMember(signed, 'code') === 4001 ? 'declined' : 'missing'
}
