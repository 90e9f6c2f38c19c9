import { dismissChecklistItem, getChecklist } from '@countersign/contract/routes/admin/checklist.ts'
import type { Authorize } from '../../call.ts'
import type { Context } from '../../context.ts'
import { dismissItem, readChecklist } from './checklist.ts'

export const checklistRoutes = (context: Context, authorize: Authorize) => [
  authorize(getChecklist, async ({ session }) => ({ items: await readChecklist(context, session.person.id) })),
  authorize(dismissChecklistItem, ({ body, lockSession }) => dismissItem(context, body.item, lockSession)),
]
