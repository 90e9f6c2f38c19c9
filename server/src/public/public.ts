import type { PublicConfig } from '@countersign/contract/routes/public.ts'
import type { Config } from '../config.ts'
import type { Context } from '../context.ts'
import { type Instance, readInstance } from '../settings/read-settings.ts'

export async function readPublicConfig(context: Context): Promise<PublicConfig> {
  return presentConfig(context.config, await readInstance(context))
}

export function presentConfig(config: Config, instance: Instance): PublicConfig {
  const { name, contact, accent, logo, registration, namespaces, setupNeeded, phoneSignIn } = instance
  const { origin, demoWallet, walletApps, walletConnect = null, baseAccount = null } = config
  const offered = { namespaces, demoWallet, walletConnect, baseAccount, walletApps }
  return { name, origin, contact, accent, logo, registration, setupNeeded, phone: phoneSignIn !== 'off', ...offered }
}
