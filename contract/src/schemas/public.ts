import * as z from 'zod/mini'
import { namespaces } from '../family/family.ts'
import { sessionStateSchema } from './session.ts'
import { registrationSchema } from './setup.ts'

/** Wallet apps with built-in links. */
export const walletAppIds = ['metamask', 'coinbase', 'phantom', 'okx', 'trust', 'solflare', 'xverse'] as const
export type WalletAppId = (typeof walletAppIds)[number]

/** A wallet app offered on phones: a built-in one, or one of the operator. */
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
  /** The only origin on which people can sign in. */
  origin: z.string(),
  /** The administrator's contact. */
  contact: z.nullable(z.string()),
  /** `#rrggbb`, or null for the default. */
  accent: z.nullable(z.string()),
  /** The path of the operator's logo, or null for the default. */
  logo: z.nullable(z.string()),
  registration: registrationSchema,
  /** The chain families that may sign in. */
  namespaces: z.array(z.enum(namespaces)),
  /** Whether the wallet may be on another device. */
  phone: z.boolean(),
  setupNeeded: z.boolean(),
  /** Only on localhost, unless it is disabled. */
  demoWallet: z.boolean(),
  /** Null: disabled. */
  walletConnect: z.nullable(z.strictObject({ projectId: z.string(), relay: z.string() })),
  /** The wallet's popup page; null: disabled. */
  baseAccount: z.nullable(z.strictObject({ url: z.string() })),
  /** In display order. */
  walletApps: z.array(walletAppSchema),
})
export type PublicConfig = z.infer<typeof publicConfigSchema>

export const getPublicConfig = { answer: publicConfigSchema }

/** Embedded in every page, so that the first paint needs no call. */
export const bootSchema = z.strictObject({
  public: publicConfigSchema,
  session: z.nullable(sessionStateSchema),
  /** Why there is no session. `wallet_changed`: rejected by its contract wallet. `unknown`: the database did not respond. */
  sessionProblem: z.nullable(
    z.enum(['unauthenticated', 'session_expired', 'session_revoked', 'wallet_changed', 'unknown']),
  ),
  /** The protected host that this sign-in continues to. */
  destination: z.nullable(z.strictObject({ name: z.string(), host: z.string() })),
})
export type Boot = z.infer<typeof bootSchema>
