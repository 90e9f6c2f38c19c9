import { exportData, getProfile, updateProfile } from '@countersign/contract/routes/person.ts'
import type { Authorize } from '../../call.ts'
import type { Context } from '../../context.ts'
import { exportPerson } from './export-person.ts'
import { changeProfile, readProfile } from './profile.ts'

export const personRoutes = (context: Context, authorize: Authorize) => [
  authorize(getProfile, ({ session }) => readProfile(context, session.person.id)),

  authorize(updateProfile, ({ actor, body }) => changeProfile(context, actor, body)),

  authorize(exportData, ({ actor }) => exportPerson(context, actor)),
]
