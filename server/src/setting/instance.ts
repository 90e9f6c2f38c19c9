/** What this installation is called, and whether anyone owns it yet. */

import type { Context } from '../context.ts'
import { findSetting } from './setting.store.ts'

export type Instance = { name: string; setupNeeded: boolean }

const DEFAULT_NAME = 'Countersign'

export async function readInstance({ store }: Pick<Context, 'store'>): Promise<Instance> {
  const [name, owner] = await Promise.all([findSetting(store, 'instance_name'), findSetting(store, 'owner')])
  return { name: name ?? DEFAULT_NAME, setupNeeded: owner === undefined }
}
