import { AppError } from '@countersign/contract/error/errors.ts'
import { RPC_GAS } from '@countersign/contract/limits.ts'
import type { Chains } from './chains.ts'
import type { RpcCall, RpcOutcome } from './rpc.ts'
import { SIGNATURE_VALIDATOR } from './signature-validator.ts'

/** `address` is lower case, `hash` is what was signed, `signature` is hex of any length. */
type ContractSignature = { chainId: number; address: string; hash: Uint8Array; signature: string }

/** `no_code`: not deployed, and not an ERC-6492 signature. */
type ContractVerdict = 'valid' | 'invalid' | 'no_code'

/** ERC-8010 is rejected: anyone who has an unused EIP-7702 authorization could sign for its account. */
const PRE_DELEGATED = '8010'.repeat(16)

/** ERC-1271 if deployed, ERC-6492 through an allowed factory if not. Faulty nodes are `rpc_unavailable`, never `invalid`. */
export async function verifyContractSignature(
  chains: Chains,
  factories: readonly string[],
  signed: ContractSignature,
): Promise<ContractVerdict> {
  const signature = signed.signature.toLowerCase()
  if (signature.endsWith(PRE_DELEGATED)) return 'invalid'
  const wrapped = signature.endsWith(WRAPPED)
  const wrapper = wrapped ? readWrapper(signature) : undefined
  if (wrapped && !wrapper) return 'invalid'
  const signal = chains.checkDeadline()
  const quorum: QuorumCall = (request) => chains.callWithQuorum(signed.chainId, request, signal)
  const code = hexOf(await quorum({ method: 'eth_getCode', params: [signed.address, 'latest'] }))
  if (code === undefined) throw new AppError('rpc_unavailable')
  // The factory call is ignored: the account is deployed, and its owner may have changed.
  if (code !== '0x') return verifyDeployed(quorum, { ...signed, signature: wrapper?.signature ?? signature })
  if (!wrapper) return 'no_code'
  if (!factories.includes(wrapper.factory)) return 'invalid'
  return verifyUndeployed(quorum, { ...signed, signature })
}

type QuorumCall = (request: RpcCall) => Promise<RpcOutcome>

const MAGIC = `0x1626ba7e${'0'.repeat(56)}`

/** Exactly one word: contracts without ERC-1271 return anything else. */
async function verifyDeployed(
  quorum: QuorumCall,
  { address, hash, signature }: ContractSignature,
): Promise<ContractVerdict> {
  const data = `0x1626ba7e${encodeWord(hash)}${encodeWord(64)}${encodeBytes(signature)}`
  return hexOf(await quorum(call({ to: address, data }))) === MAGIC ? 'valid' : 'invalid'
}

async function verifyUndeployed(
  quorum: QuorumCall,
  { address, hash, signature }: ContractSignature,
): Promise<ContractVerdict> {
  const parameters = `${encodeWord(address)}${encodeWord(hash)}${encodeWord(96)}${encodeBytes(signature)}`
  const data = `${SIGNATURE_VALIDATOR}${parameters}`
  return hexOf(await quorum(call({ data }))) === '0x01' ? 'valid' : 'invalid'
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

/** The suffix of an ERC-6492 signature. */
const WRAPPED = '6492'.repeat(16)

function encodeWord(value: number | string | Uint8Array): string {
  if (typeof value === 'number') return value.toString(16).padStart(64, '0')
  const digits = typeof value === 'string' ? value.slice(2) : Buffer.from(value).toString('hex')
  return digits.padStart(64, '0')
}

function encodeBytes(hex: string): string {
  const digits = hex.slice(2)
  return encodeWord(digits.length / 2) + digits.padEnd(Math.ceil(digits.length / 64) * 64, '0')
}

/** ERC-6492: `abi.encode(factory, call, signature)` before the suffix; undefined if malformed. */
function readWrapper(wrapped: string): { factory: string; signature: string } | undefined {
  const body = Buffer.from(wrapped.slice(2, -WRAPPED.length), 'hex')
  const factory = body.subarray(12, 32)
  const call = readBytes(body, 32)
  const signature = readBytes(body, 64)
  if (!call || !signature || !isZero(body.subarray(0, 12))) return undefined
  return { factory: `0x${factory.toString('hex')}`, signature: `0x${signature.toString('hex')}` }
}

function readBytes(body: Buffer, at: number): Buffer | undefined {
  const start = readNumber(body, at)
  if (start === undefined) return undefined
  const length = readNumber(body, start)
  if (length === undefined || start + 32 + length > body.length) return undefined
  return body.subarray(start + 32, start + 32 + length)
}

function readNumber(body: Buffer, at: number): number | undefined {
  if (at + 32 > body.length || !isZero(body.subarray(at, at + 28))) return undefined
  return body.readUInt32BE(at + 28)
}

function isZero(bytes: Buffer): boolean {
  return bytes.every((byte) => byte === 0)
}
