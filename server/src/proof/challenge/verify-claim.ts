import { AppError } from '@countersign/contract/errors.ts'
import { formatAccount } from '@countersign/contract/family/account.ts'
import { RATE_CONTRACTS_PER_ADDRESS, RATE_SESSIONS_PER_WALLET } from '@countersign/contract/limits.ts'
import { signatureKind } from '@countersign/contract/proof.ts'
import type { Context } from '../../context.ts'
import { verifyContractSignature } from '../../networks/rpc/contract.ts'
import { readInstance } from '../../settings/read-settings.ts'
import type { Account } from '../account.ts'
import { hashMessage } from '../evm/verify-signature.ts'
import type { Claim } from './challenge.ts'

/** A contract accepted the signature at this time. */
export type ContractProof = { chainId: number; address: string; hash: Uint8Array; signature: string; at: number }

export function verifyClaim(context: Context, claim: Claim, proof?: ContractProof): Account {
  const account = checkSignature(claim, proof)
  countWallet(context, account)
  return account
}

/** A key's signature is valid on every chain, a contract's only on its own. */
function checkSignature(claim: Claim, proof: ContractProof | undefined): Account {
  const { family, message, text, signature, envelope } = claim
  requireEnvelopeFamily(claim)
  if (proof) return { namespace: 'eip155', chainRef: String(proof.chainId), address: proof.address }
  return family.verify({ address: message.address, text, signature, envelope })
}

/** Only Solana's wallets sign an off-chain message instead of the text. */
function requireEnvelopeFamily({ family, envelope }: Claim): void {
  if (envelope !== undefined && family.namespace !== 'solana')
    throw new AppError('signature_malformed', { detail: 'Only a Solana proof may have an envelope.' })
}

/** Only for valid signatures, so that nobody can exhaust another wallet's limit. */
function countWallet({ rates }: Context, { namespace, chainRef, address }: Account): void {
  rates.take(`wallet:${formatAccount({ namespace, chain: chainRef, address })}`, RATE_SESSIONS_PER_WALLET)
}

/** `verify` is `verifyClaim` for work that may run again: it checks the signature and counts the wallet once. */
export type CheckedClaim = { isValid: boolean; verify: () => Account }

export function checkClaim(context: Context, claim: Claim, proof?: ContractProof): CheckedClaim {
  const checked = attempt(() => checkSignature(claim, proof))
  let counted: Attempt<void> | undefined
  return {
    isValid: checked.ok,
    verify() {
      const account = resultOf(checked)
      counted ??= attempt(() => countWallet(context, account))
      resultOf(counted)
      return account
    },
  }
}

type Attempt<T> = { ok: true; value: T } | { ok: false; error: unknown }

function attempt<T>(work: () => T): Attempt<T> {
  try {
    return { ok: true, value: work() }
  } catch (error) {
    return { ok: false, error }
  }
}

function resultOf<T>(attempted: Attempt<T>): T {
  if (!attempted.ok) throw attempted.error
  return attempted.value
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
function mayBeContractSignature(error: unknown, { family, signature, envelope }: Claim): error is AppError {
  if (family.namespace !== 'eip155' || envelope !== undefined) return false
  if (!(error instanceof AppError) || signatureKind(signature) === undefined) return false
  return ['signature_invalid', 'signature_malformed', 'network_not_configured'].includes(error.code)
}

async function proveByContract(
  context: Context,
  { claim, network }: Verification,
  keyError: AppError,
): Promise<ContractProof> {
  const { signature, text, message } = claim
  const chainId = Number(claim.chain)
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
