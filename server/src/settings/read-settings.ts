/** What this installation is called and how it behaves: the owner's settings, and whether anyone owns it yet. */

import { defaultFactories } from '@countersign/contract/factories.ts'
import {
  ACTIVITY_KEPT_MS,
  ADDRESS_KEPT_MS,
  SESSION_IDLE_MS,
  SESSION_MAX_MS,
  SESSION_NOT_KEPT_MS,
} from '@countersign/contract/limits.ts'
import { type Settings, settingsSchema } from '@countersign/contract/routes/admin/settings.ts'
import { type Config, isLocalhost } from '../config.ts'
import type { Context } from '../context.ts'
import { findTwoSettings } from '../platform/store/setting.ts'

export type Instance = Settings & { setupNeeded: boolean }

const DEFAULTS: Settings = {
  name: 'Countersign',
  contact: null,
  accent: null,
  logo: null,
  registration: 'invite',
  sessionMaxMs: SESSION_MAX_MS,
  sessionIdleMs: SESSION_IDLE_MS,
  sessionNotKeptMs: SESSION_NOT_KEPT_MS,
  activityKeptMs: ACTIVITY_KEPT_MS,
  addressKeptMs: ADDRESS_KEPT_MS,
  factories: [...defaultFactories],
  ens: true,
  version: 1,
}

export async function readInstance({ store, config }: Pick<Context, 'store' | 'config'>): Promise<Instance> {
  const found = await findTwoSettings(store, ['settings', 'owner'])
  const setupNeeded = found.owner === undefined && config.ownerWallets.length === 0
  return { ...readSettings(config, found.settings), setupNeeded }
}

/** Parsing costs more than the rest of a read, and the text changes rarely. */
const parsed = new WeakMap<object, { text: string; settings: Settings }>()

/** On localhost anyone may sign up, so that it can be tried; nobody else reaches it. */
export function defaultSettings({ origin }: Pick<Config, 'origin'>): Settings {
  return isLocalhost(new URL(origin)) ? { ...DEFAULTS, registration: 'open' } : DEFAULTS
}

/** What is stored, over the defaults. Settings of before setup asked who may sign up keep what held then. */
export function readSettings(config: Pick<Config, 'origin'>, text: string | undefined): Settings {
  if (text === undefined) return defaultSettings(config)
  const last = parsed.get(config)
  if (last?.text === text) return last.settings
  const settings = settingsSchema.parse({ ...DEFAULTS, registration: 'open', ...JSON.parse(text) })
  parsed.set(config, { text, settings })
  return settings
}
