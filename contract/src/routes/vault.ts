import { defineRoute } from '../route.ts'
import type * as schemas from '../schemas/vault.ts'

export type { Vault } from '../schemas/vault.ts'

export type VaultNetwork = { chainId: number; name: string }

export const listVaults = defineRoute<typeof schemas.listVaults>()('GET /api/me/vaults')

/** The vault must delegate to one of the person's wallets in the registry of delegate.xyz. */
export const addVault = defineRoute<typeof schemas.addVault>()('POST /api/me/vaults', {
  status: 201,
  errors: ['vault_limit', 'vault_exists', 'delegation_missing', 'network_not_configured', 'rpc_unavailable'],
})

export const removeVault = defineRoute()('DELETE /api/me/vaults/:id', { status: 204 })
