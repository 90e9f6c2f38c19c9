import * as z from 'zod/mini'
import { idSchema, timestampSchema } from './id.ts'
import { evmAddressSchema } from './rule.ts'

/** An address that delegates to a wallet of the person. It counts for rules and cannot sign in. */
export const vaultSchema = z.strictObject({
  id: idSchema('vlt'),
  chainId: z.number(),
  /** EIP-55. */
  address: z.string(),
  addedAt: timestampSchema,
  checkedAt: timestampSchema,
  /** False when the delegation was revoked. */
  active: z.boolean(),
})
export type Vault = z.infer<typeof vaultSchema>

export const listVaults = { answer: z.strictObject({ items: z.array(vaultSchema) }) }

export const addVault = {
  body: z.strictObject({ chainId: z.int().check(z.minimum(1)), address: evmAddressSchema }),
  answer: vaultSchema,
}

export const removeVault = {}
