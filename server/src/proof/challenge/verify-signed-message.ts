import { AppError } from '@countersign/contract/error/errors.ts'
import type { Account } from '@countersign/contract/family/account.ts'
import { formatAccount } from '@countersign/contract/family/account.ts'
import { RATE_CONTRACTS_PER_ADDRESS, RATE_SESSIONS_PER_WALLET } from '@countersign/contract/limits.ts'
import { signatureKind } from '@countersign/contract/proof.ts'
import type { Context } from '../../context.ts'
import { verifyContractSignature } from '../../networks/rpc/contract.ts'
import { readInstance } from '../../settings/read-settings.ts'
import { hashMessage } from '../evm/verify-signature.ts'
import type { SignedMessage } from './challenge.ts'
import { requireUnspent } from './spend-challenge.ts'

/** A contract accepted the signature at this time. */
export type ContractProof = { chainId: number; address: string; hash: Uint8Array; signature: string; at: number }

/** Its signature is valid. `spendChallenge` uses it. */
export type VerifiedMessage = {
  signed: SignedMessage
  account: Account
  /** When a contract accepted the signature, and no key. */
  contract: ContractProof | undefined
  /** Counts the wallet for its rate limit, once for each request. */
  count: () => void
}

/** `network` is the subnet that rate limits count. */
type Verification = { signed: SignedMessage; network: string }

/** Before the transaction that uses it, since a transaction must not wait for a contract. */
export async function verifySignedMessage(
  context: Context,
  { signed, network }: Verification,
): Promise<VerifiedMessage> {
  try {
    return accept(context, signed, verifyKey(signed))
  } catch (error) {
    // A challenge that was used is refused as such, and calls no node.
    await requireUnspent(context.store, signed)
    if (!mayBeContractSignature(error, signed)) throw error
    return proveByContract(context, { signed, network }, error)
  }
}

function accept(context: Context, signed: SignedMessage, account: Account, contract?: ContractProof): VerifiedMessage {
  let counted = false
  return {
    signed,
    account,
    contract,
    // Only for valid signatures, so that nobody can exhaust another wallet's limit.
    count() {
      const key = formatAccount(account)
      if (!counted) context.rates.take(`wallet:${key}`, RATE_SESSIONS_PER_WALLET)
      counted = true
    },
  }
}

/** A key's signature is valid on every chain, a contract's only on its own. */
function verifyKey({ family, message, text, signature, envelope }: SignedMessage): Account {
  // Only Solana's wallets sign an off-chain message instead of the text.
  if (envelope !== undefined && family.namespace !== 'solana')
    throw new AppError('signature_malformed', { detail: 'Only a Solana proof may have an envelope.' })
  return family.verify({ address: message.address, text, signature, envelope })
}

/** Contracts may accept 65-byte signatures as well. */
function mayBeContractSignature(error: unknown, { family, signature, envelope }: SignedMessage): error is AppError {
  if (family.namespace !== 'eip155' || envelope !== undefined) return false
  if (!(error instanceof AppError) || signatureKind(signature) === undefined) return false
  return ['signature_invalid', 'signature_malformed', 'network_not_configured'].includes(error.code)
}

async function proveByContract(
  context: Context,
  { signed, network }: Verification,
  keyError: AppError,
): Promise<VerifiedMessage> {
  const { signature, text, message } = signed
  const chainId = Number(signed.chain)
  if (chainId < 1 || !(await context.chains.has(chainId))) throw keyError
  context.rates.take(`contract:${network}`, RATE_CONTRACTS_PER_ADDRESS)
  const contractSignature = { chainId, address: message.address.toLowerCase(), hash: hashMessage(text), signature }
  const verdict = await verifyContractSignature(
    context.chains,
    (await readInstance(context)).factories,
    contractSignature,
  )
  const { address } = contractSignature
  if (verdict === 'valid')
    return accept(
      context,
      signed,
      { namespace: 'eip155', chain: String(chainId), address },
      { ...contractSignature, at: context.now() },
    )
  throw verdict === 'no_code' && signatureKind(signature) === 'key' ? keyError : new AppError('signature_invalid')
}
