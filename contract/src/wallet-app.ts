import * as z from 'zod/mini'

/** Wallet apps whose links the page knows; each signs in with an Ethereum account. */
export const walletAppIds = ['metamask', 'coinbase', 'phantom', 'okx', 'trust'] as const
export type WalletAppId = (typeof walletAppIds)[number]

/** A wallet app that a phone is offered: one the page knows, or one of the operator's. */
export const walletAppSchema = z.union([
  z.enum(walletAppIds),
  z.strictObject({
    name: z.string(),
    /** Opens the page in the app's browser, with `{url}`, `{host_and_path}` or `{origin}` for the page. */
    link: z.string(),
  }),
])
export type WalletApp = z.infer<typeof walletAppSchema>
