/** Asks a contract about a signature: ERC-1271 if it is deployed, ERC-6492 through a known factory if not. */

import { AppError } from '@countersign/contract/errors.ts'
import { RPC_GAS } from '@countersign/contract/limits.ts'
import type { Chains } from './chains.ts'
import type { RpcCall, RpcOutcome } from './rpc.ts'

/** `address` is lower case, `hash` is what was signed, `signature` is hex of any length. */
export type ContractSignature = { chainId: number; address: string; hash: Uint8Array; signature: string }

/** `no_code`: not deployed, and not an ERC-6492 signature. */
export type ContractVerdict = 'yes' | 'no' | 'no_code'

/** ERC-8010 is refused: anyone who has an unused EIP-7702 authorization could sign for its account. */
const PRE_DELEGATED = '8010'.repeat(16)

/** Unreachable or faulty nodes are `rpc_unavailable`, never a no. */
export async function verifyContractSignature(
  chains: Chains,
  factories: readonly string[],
  question: ContractSignature,
): Promise<ContractVerdict> {
  const signature = question.signature.toLowerCase()
  if (signature.endsWith(PRE_DELEGATED)) return 'no'
  const wrapped = signature.endsWith(WRAPPED)
  const wrapper = wrapped ? readWrapper(signature) : undefined
  if (wrapped && !wrapper) return 'no'
  const signal = chains.checkDeadline()
  const agree: Agree = (asked) => chains.callWithQuorum(question.chainId, asked, signal)
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
async function askDeployed(agree: Agree, { address, hash, signature }: ContractSignature): Promise<ContractVerdict> {
  const data = `0x1626ba7e${encodeWord(hash)}${encodeWord(64)}${encodeBytes(signature)}`
  return hexOf(await agree(call({ to: address, data }))) === MAGIC ? 'yes' : 'no'
}

/** One call that deploys the account temporarily and asks it. */
async function askUndeployed(agree: Agree, { address, hash, signature }: ContractSignature): Promise<ContractVerdict> {
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

/** The parts of the contract ABI that signature checks need. Hex without `0x` unless noted. */

/** The suffix of an ERC-6492 signature. */
export const WRAPPED = '6492'.repeat(16)

/** A number, an address or 32 bytes as one word. */
export function encodeWord(value: number | string | Uint8Array): string {
  if (typeof value === 'number') return value.toString(16).padStart(64, '0')
  const digits = typeof value === 'string' ? value.slice(2) : Buffer.from(value).toString('hex')
  return digits.padStart(64, '0')
}

export function encodeBytes(hex: string): string {
  const digits = hex.slice(2)
  return encodeWord(digits.length / 2) + digits.padEnd(Math.ceil(digits.length / 64) * 64, '0')
}

/** The factory of the account, and the signature of the account itself. `0x`, lower case. */
export type Wrapper = { factory: string; signature: string }

/** ERC-6492: `abi.encode(factory, call, signature)` before the suffix; undefined if malformed. */
export function readWrapper(wrapped: string): Wrapper | undefined {
  const body = Buffer.from(wrapped.slice(2, -WRAPPED.length), 'hex')
  const factory = body.subarray(12, 32)
  const call = readBytes(body, 32)
  const signature = readBytes(body, 64)
  if (!call || !signature || !isZero(body.subarray(0, 12))) return undefined
  return { factory: `0x${factory.toString('hex')}`, signature: `0x${signature.toString('hex')}` }
}

/** The bytes at the offset in the word at `at`. */
function readBytes(body: Buffer, at: number): Buffer | undefined {
  const start = readNumber(body, at)
  const length = start === undefined ? undefined : readNumber(body, start)
  if (start === undefined || length === undefined || start + 32 + length > body.length) return undefined
  return body.subarray(start + 32, start + 32 + length)
}

/** An offset or length: at most four bytes. */
function readNumber(body: Buffer, at: number): number | undefined {
  if (at + 32 > body.length || !isZero(body.subarray(at, at + 28))) return undefined
  return body.readUInt32BE(at + 28)
}

function isZero(bytes: Buffer): boolean {
  return bytes.every((byte) => byte === 0)
}
