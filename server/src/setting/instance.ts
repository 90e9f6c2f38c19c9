/** What this installation is called, and whether anyone owns it yet. */

import type { Context } from '../context.ts'
import { findTwoSettings } from './setting.store.ts'

export type Instance = { name: string; setupNeeded: boolean }

const DEFAULT_NAME = 'Countersign'

export async function readInstance({ store }: Pick<Context, 'store'>): Promise<Instance> {
  const found = await findTwoSettings(store, ['instance_name', 'owner'])
  return { name: found.instance_name ?? DEFAULT_NAME, setupNeeded: found.owner === undefined }
}
