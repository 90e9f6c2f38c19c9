/** Asks a contract about a signature: ERC-1271 if it is deployed, ERC-6492 through a known factory if not. */

import { AppError } from '@countersign/contract/errors.ts'
import { RPC_GAS } from '@countersign/contract/limits.ts'
import type { Chains, RpcCall, RpcOutcome } from './chains.ts'
import { encodeBytes, encodeWord, readWrapper, WRAPPED } from './contract-wire.ts'

/** `address` is lower case, `hash` is what was signed, `signature` is hex of any length. */
export type Question = { chainId: number; address: string; hash: Uint8Array; signature: string }

/** `no_code`: not deployed, and not an ERC-6492 signature. */
export type Word = 'yes' | 'no' | 'no_code'

/** ERC-8010 is refused: anyone who has an unused EIP-7702 authorization could sign for its account. */
const PRE_DELEGATED = '8010'.repeat(16)

/** Unreachable or faulty nodes are `rpc_unavailable`, never a no. */
export async function askContract(chains: Chains, factories: readonly string[], question: Question): Promise<Word> {
  const signature = question.signature.toLowerCase()
  if (signature.endsWith(PRE_DELEGATED)) return 'no'
  const wrapped = signature.endsWith(WRAPPED)
  const wrapper = wrapped ? readWrapper(signature) : undefined
  if (wrapped && !wrapper) return 'no'
  const signal = chains.checkDeadline()
  const agree: Agree = (asked) => chains.agree(question.chainId, asked, signal)
  const code = hexOf(await agree(getCode(question.address)))
  if (code === undefined) throw new AppError('rpc_unavailable')
  // The factory call is ignored: the account is deployed, and its owner may have changed.
  if (code !== '0x') return askDeployed(agree, { ...question, signature: wrapper?.signature ?? signature })
  if (!wrapper) return 'no_code'
  if (!factories.includes(wrapper.factory)) return 'no'
  return askUndeployed(agree, { ...question, signature })
}

/** All requests of one check share a deadline. */
type Agree = (asked: RpcCall) => Promise<RpcOutcome>

const MAGIC = `0x1626ba7e${'0'.repeat(56)}`

/** Exactly one word: contracts without ERC-1271 return anything else. */
async function askDeployed(agree: Agree, { address, hash, signature }: Question): Promise<Word> {
  const data = `0x1626ba7e${encodeWord(hash)}${encodeWord(64)}${encodeBytes(signature)}`
  return hexOf(await agree(call({ to: address, data }))) === MAGIC ? 'yes' : 'no'
}

/** One call that deploys the account temporarily and asks it. */
async function askUndeployed(agree: Agree, { address, hash, signature }: Question): Promise<Word> {
  // Imported on demand: few installations need it.
  const { erc6492SignatureValidatorByteCode } = await import('viem')
  const parameters = `${encodeWord(address)}${encodeWord(hash)}${encodeWord(96)}${encodeBytes(signature)}`
  const data = `${erc6492SignatureValidatorByteCode}${parameters}`
  return hexOf(await agree(call({ data }))) === '0x01' ? 'yes' : 'no'
}

function getCode(address: string): RpcCall {
  return { method: 'eth_getCode', params: [address, 'latest'] }
}

function call(transaction: { to?: string; data: string }): RpcCall {
  return { method: 'eth_call', params: [{ ...transaction, gas: `0x${RPC_GAS.toString(16)}` }, 'latest'] }
}

function hexOf(outcome: RpcOutcome): string | undefined {
  if (outcome.kind === 'reverted') return undefined
  const { value } = outcome
  if (typeof value === 'string' && /^0x(?:[0-9a-fA-F]{2})*$/.test(value)) return value.toLowerCase()
  throw new AppError('rpc_unavailable')
}
