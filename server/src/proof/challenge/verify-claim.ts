import { AppError } from '@countersign/contract/errors.ts'
import { RATE_CONTRACTS_PER_ADDRESS, RATE_SESSIONS_PER_WALLET } from '@countersign/contract/limits.ts'
import { signatureKind } from '@countersign/contract/proof.ts'
import type { Context } from '../../context.ts'
import { verifyContractSignature } from '../../networks/rpc/contract.ts'
import { readInstance } from '../../settings/read-settings.ts'
import { type Account, KEY_CHAIN } from '../account.ts'
import { hashMessage, verifyEvmProof } from '../evm.ts'
import type { Claim } from './challenge.ts'

/** A contract accepted the signature at this time. */
export type ContractProof = { chainId: number; address: string; hash: Uint8Array; signature: string; at: number }

/** A key's signature is valid on every chain, a contract's only on its own. */
export function verifyClaim(context: Context, { message, text, signature }: Claim, proof?: ContractProof): Account {
  if (!proof) verifyEvmProof({ address: message.address, message: text, signature })
  const account = { address: message.address.toLowerCase(), chainRef: proof ? String(proof.chainId) : KEY_CHAIN }
  // Counted only for valid signatures, so that nobody can exhaust another wallet's limit.
  context.rates.take(`wallet:${account.chainRef}:${account.address}`, RATE_SESSIONS_PER_WALLET)
  return account
}

type Verification = { claim: Claim; network: string }

/** Tries the key first, then the contract, which is called between transactions since they must not wait for the network. */
export async function withContractFallback<T>(
  context: Context,
  verification: Verification,
  attempt: (proof?: ContractProof) => Promise<T>,
): Promise<T> {
  try {
    return await attempt()
  } catch (error) {
    if (!mayBeContractSignature(error, verification.claim)) throw error
    return attempt(await proveByContract(context, verification, error))
  }
}

/** Contracts may accept 65-byte signatures as well. */
function mayBeContractSignature(error: unknown, { signature }: Claim): error is AppError {
  if (!(error instanceof AppError) || signatureKind(signature) === undefined) return false
  return ['signature_invalid', 'signature_malformed', 'network_not_configured'].includes(error.code)
}

async function proveByContract(
  context: Context,
  { claim, network }: Verification,
  keyError: AppError,
): Promise<ContractProof> {
  const { signature, text, message } = claim
  const { chainId } = message
  if (chainId < 1 || !(await context.chains.has(chainId))) throw keyError
  context.rates.take(`contract:${network}`, RATE_CONTRACTS_PER_ADDRESS)
  const contractSignature = { chainId, address: message.address.toLowerCase(), hash: hashMessage(text), signature }
  const verdict = await verifyContractSignature(
    context.chains,
    (await readInstance(context)).factories,
    contractSignature,
  )
  if (verdict === 'valid') return { ...contractSignature, at: context.now() }
  throw verdict === 'no_code' && signatureKind(signature) === 'key' ? keyError : new AppError('signature_invalid')
}
