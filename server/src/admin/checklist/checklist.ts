import type { ChecklistEntry, ChecklistItem } from '@countersign/contract/routes/admin/checklist.ts'
import { checklistItems } from '@countersign/contract/schemas/admin/checklist.ts'
import { findProfile } from '../../accounts/person/profile.ts'
import { findAllApps } from '../../apps/app.ts'
import type { Acting } from '../../call.ts'
import type { Context } from '../../context.ts'
import { findAllHosts } from '../../forward-auth/hosts/find-host.ts'
import type { Queries } from '../../platform/store/database.ts'
import { addSetting, findSetting, lockSetting, putSetting } from '../../platform/store/setting.ts'

export async function readChecklist({ store }: Context, personId: string): Promise<ChecklistEntry[]> {
  const done = await findFacts(store, personId)
  const dismissed = parseDismissals(await findSetting(store, 'checklist_dismissed'))
  // PostgreSQL has backups of its own, which the installation knows nothing about.
  const items = checklistItems.filter((item) => item !== 'backup' || store.engine === 'sqlite')
  return items.map((item) => ({ item, done: done[item], dismissed: dismissed.includes(dismissal(item, personId)) }))
}

async function findFacts(queries: Queries, personId: string): Promise<Record<ChecklistItem, boolean>> {
  const person = await findProfile(queries, personId)
  return {
    recovery: person !== undefined && (person.recoveryCodesLeft > 0 || person.walletCount > 1),
    host: (await findAllHosts(queries)).length > 0,
    app: (await findAllApps(queries)).length > 0,
    // The setup asks who can sign up; an owner of `OWNER_WALLETS` has seen only the default.
    sign_up: (await findSetting(queries, 'settings')) !== undefined,
    backup: (await findSetting(queries, 'last_backup')) !== undefined,
  }
}

export function dismissItem(context: Context, item: ChecklistItem, actor: Acting): Promise<void> {
  return actor.lockedTransaction(async (queries, { person }) => {
    const now = context.now()
    await addSetting(queries, 'checklist_dismissed', '[]', now)
    const dismissed = parseDismissals(await lockSetting(queries, 'checklist_dismissed'))
    const added = dismissal(item, person.id)
    if (dismissed.includes(added)) return
    await putSetting(queries, 'checklist_dismissed', JSON.stringify([...dismissed, added]), now)
  })
}

/** Recovery is about one person, the rest about the installation. */
function dismissal(item: ChecklistItem, personId: string): string {
  return item === 'recovery' ? `recovery:${personId}` : item
}

function parseDismissals(stored: string | undefined): string[] {
  return stored === undefined ? [] : JSON.parse(stored) // written by `dismissItem` only
}
