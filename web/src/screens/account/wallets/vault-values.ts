import { chainName } from '@countersign/contract/chain-name.ts'
import type { AppError } from '@countersign/contract/error/errors.ts'
import type { VaultNetwork } from '@countersign/contract/routes/vault.ts'
import { errorsAtPointers, type FieldErrors } from '../../../forms/form.ts'
import { accountProblems } from '../../../words/account/problems.ts'
import { vaults as text } from '../../../words/account/wallets.ts'

export type VaultValues = { chainId: string; address: string }

export function vaultErrors({ address }: Partial<VaultValues>): FieldErrors<VaultValues> {
  return /^0x[0-9a-fA-F]{40}$/.test(address?.trim() ?? '') ? {} : { address: text.addressWrong }
}

export function vaultBody({ chainId, address }: VaultValues): { chainId: number; address: string } {
  return { chainId: Number(chainId), address: address.trim() }
}

export function vaultServerErrors(error: AppError): FieldErrors<VaultValues> {
  const { code } = error
  if (code === 'delegation_missing') return { address: text.notDelegated }
  if (code === 'vault_exists') return { address: accountProblems.vault_exists.title }
  if (code === 'rpc_unavailable') return { chainId: text.networkDown }
  return errorsAtPointers<VaultValues>(error, {
    address: (problem) =>
      problem === 'own_wallet' ? text.ownWallet : problem === 'reserved' ? text.reserved : text.addressWrong,
  })
}

export function networkNameOf(chainId: number, networks: readonly VaultNetwork[]): string {
  return networks.find((network) => network.chainId === chainId)?.name ?? chainName(chainId)
}
