/** What a contract says of a signature: by ERC-1271 where it has code, by ERC-6492 through a known factory where not yet. */

import { AppError } from '@countersign/contract/errors.ts'
import { RPC_GAS } from '@countersign/contract/limits.ts'
import type { Chains, RpcCall, RpcOutcome } from './chains.ts'
import { encodeBytes, encodeWord, readWrapper, WRAPPED } from './contract-wire.ts'

/** `address` is lower-case, `hash` what was signed, `signature` hex of any length. */
export type Question = { chainId: number; address: string; hash: Uint8Array; signature: string }

/** `no_code`: there is no contract, and none was promised. */
export type Word = 'yes' | 'no' | 'no_code'

/** ERC-8010: whoever holds somebody's unused EIP-7702 authorisation could speak for them, so nobody does it this way. */
const PRE_DELEGATED = '8010'.repeat(16)

/** Nodes that cannot be asked, or talk nonsense, are `rpc_unavailable`: never a no. */
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
  // What its factory would do first is not done: it is there already, and its owner may have changed since.
  if (code !== '0x') return askDeployed(agree, { ...question, signature: wrapper?.signature ?? signature })
  if (!wrapper) return 'no_code'
  if (!factories.includes(wrapper.factory)) return 'no'
  return askUndeployed(agree, { ...question, signature })
}

/** All questions of one check, which end together. */
type Agree = (asked: RpcCall) => Promise<RpcOutcome>

const MAGIC = `0x1626ba7e${'0'.repeat(56)}`

/** One whole word and nothing else: short, long and unclean answers are given by what never heard of ERC-1271. */
async function askDeployed(agree: Agree, { address, hash, signature }: Question): Promise<Word> {
  const data = `0x1626ba7e${encodeWord(hash)}${encodeWord(64)}${encodeBytes(signature)}`
  return hexOf(await agree(call({ to: address, data }))) === MAGIC ? 'yes' : 'no'
}

/** One call that deploys the account for its own duration and asks it then. */
async function askUndeployed(agree: Agree, { address, hash, signature }: Question): Promise<Word> {
  // Loaded when first needed: most installations never see such an account.
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

/** Undefined for a call that reverted. */
function hexOf(outcome: RpcOutcome): string | undefined {
  if (outcome.kind === 'reverted') return undefined
  const { value } = outcome
  if (typeof value === 'string' && /^0x(?:[0-9a-fA-F]{2})*$/.test(value)) return value.toLowerCase()
  throw new AppError('rpc_unavailable')
}
