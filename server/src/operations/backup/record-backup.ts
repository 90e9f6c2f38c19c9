import { recordEvent } from '../../audit/record-event.ts'
import type { Context } from '../../context.ts'
import { putSetting } from '../../platform/store/setting.ts'

/** Records the backup for the audit log and the health page. */
export function recordBackup(
  context: Context,
  { file, bytes, daily }: { file: string; bytes: number; daily: boolean },
): Promise<void> {
  const now = context.now()
  return context.store.transaction(async (queries) => {
    await putSetting(queries, 'last_backup', JSON.stringify({ at: now, file, bytes }), now)
    await recordEvent(context, queries, { kind: 'backup.made', by: 'system', data: { file, bytes, daily } })
  })
}
