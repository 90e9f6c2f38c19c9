import type { PublicConfig } from '@countersign/contract/public.ts'
import type { Context } from '../context.ts'
import { readInstance } from '../setting/instance.ts'

export async function readPublicConfig(context: Context): Promise<PublicConfig> {
  const instance = await readInstance(context)
  return {
    name: instance.name,
    origin: context.config.origin,
    namespaces: ['eip155'],
    setupNeeded: instance.setupNeeded,
    demoWallet: context.config.demoWallet,
  }
}
