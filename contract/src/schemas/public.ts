import * as z from 'zod/mini'
import { sessionStateSchema } from './session.ts'
import { registrationSchema } from './setup.ts'

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

export const publicConfigSchema = z.strictObject({
  name: z.string(),
  /** The one origin people use; a page opened under another address cannot sign in. */
  origin: z.string(),
  /** Where people find whoever runs this. */
  contact: z.nullable(z.string()),
  /** `#rrggbb`, or null for our own. */
  accent: z.nullable(z.string()),
  /** The address of the operator's logo on this origin, or null for our mark. */
  logo: z.nullable(z.string()),
  registration: registrationSchema,
  namespaces: z.array(z.literal('eip155')),
  setupNeeded: z.boolean(),
  /** True only when the server runs on localhost and the demo wallet is not switched off. */
  demoWallet: z.boolean(),
  /** How wallets on another device are reached, or null where the operator offers them not. */
  walletConnect: z.nullable(z.strictObject({ projectId: z.string(), relay: z.string() })),
  /** The page of the wallet that opens in a window of its own, or null where the operator offers it not. */
  baseAccount: z.nullable(z.strictObject({ url: z.string() })),
  /** The wallet apps that people on a phone are offered, in this order. */
  walletApps: z.array(walletAppSchema),
})
export type PublicConfig = z.infer<typeof publicConfigSchema>

export const getPublicConfig = { answer: publicConfigSchema }

/** What every page is served with, so that the first paint waits for no call. */
export const bootSchema = z.strictObject({
  public: publicConfigSchema,
  session: z.nullable(sessionStateSchema),
  /** Why there is no session: never signed in, ran out, ended, ended by its contract, or the database could not be asked. */
  sessionProblem: z.nullable(
    z.enum(['unauthenticated', 'session_expired', 'session_revoked', 'wallet_changed', 'unknown']),
  ),
})
export type Boot = z.infer<typeof bootSchema>
