import { isLoopback } from '@countersign/contract/app/app-uri.ts'
import { defaultFactories } from '@countersign/contract/factories.ts'
import { namespaces } from '@countersign/contract/family/family.ts'
import {
  ACTIVITY_KEPT_MS,
  ADDRESS_KEPT_MS,
  SESSION_IDLE_MS,
  SESSION_MAX_MS,
  SESSION_NOT_KEPT_MS,
} from '@countersign/contract/limits.ts'
import type { Settings } from '@countersign/contract/routes/admin/settings.ts'
import { settingsSchema } from '@countersign/contract/schemas/admin/settings.ts'
import type { Config } from '../config.ts'
import type { Context } from '../context.ts'
import type { Awaitable } from '../platform/store/database.ts'
import { lookUpInstance } from '../platform/store/setting.ts'

export type Instance = Settings & {
  /** Never becomes false again. */
  hasOwner: boolean
  /** By the setup link: without an owner, and none named by `OWNER_WALLETS`. */
  setupNeeded: boolean
}

const DEFAULTS: Settings = {
  name: 'Countersign',
  contact: null,
  accent: null,
  logo: null,
  registration: 'invite',
  registrationGroupIds: [],
  sessionMaxMs: SESSION_MAX_MS,
  sessionIdleMs: SESSION_IDLE_MS,
  sessionNotKeptMs: SESSION_NOT_KEPT_MS,
  activityKeptMs: ACTIVITY_KEPT_MS,
  addressKeptMs: ADDRESS_KEPT_MS,
  namespaces: [...namespaces],
  factories: [...defaultFactories],
  phoneSignIn: 'on',
  phoneSignInForAdmins: false,
  ens: true,
  version: 1,
}

export function readInstance({ store, config }: Pick<Context, 'store' | 'config'>): Awaitable<Instance> {
  return lookUpInstance(store, ({ settings, owner }) => {
    const hasOwner = owner !== null
    const setupNeeded = !hasOwner && config.ownerWallets.length === 0
    return { ...readSettings(config, settings ?? undefined), hasOwner, setupNeeded }
  })
}

const parseCache = new WeakMap<object, { text: string; settings: Settings }>()

/** On localhost anyone may sign up, for a trial. */
export function defaultSettings({ origin }: Pick<Config, 'origin'>): Settings {
  return isLoopback(new URL(origin).hostname) ? { ...DEFAULTS, registration: 'open' } : DEFAULTS
}

export function readSettings(config: Pick<Config, 'origin'>, text: string | undefined): Settings {
  if (text === undefined) return defaultSettings(config)
  const cached = parseCache.get(config)
  if (cached?.text === text) return cached.settings
  const settings = settingsSchema.parse({ ...defaultSettings(config), ...JSON.parse(text) })
  parseCache.set(config, { text, settings })
  return settings
}
