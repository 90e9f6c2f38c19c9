import * as z from 'zod/mini'
import { idSchema, timestampSchema } from './id.ts'

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

export const listVaults = {
  answer: z.strictObject({
    items: z.array(vaultSchema),
    /** Networks on which a rule of this site counts vaults. */
    networks: z.array(z.strictObject({ chainId: z.number(), name: z.string() })),
  }),
}

export const addVault = {
  body: z.strictObject({
    chainId: z.int().check(z.minimum(1)),
    address: z.string().check(z.regex(/^0x[0-9a-fA-F]{40}$/)),
  }),
  answer: vaultSchema,
}
