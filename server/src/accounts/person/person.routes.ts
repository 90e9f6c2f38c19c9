import { exportData, getProfile, updateProfile } from '@countersign/contract/routes/person.ts'
import type { Authorize } from '../../call.ts'
import type { Context } from '../../context.ts'
import { exportPerson } from './export-person.ts'
import { changeProfile, readProfile } from './profile.ts'

export const personRoutes = (context: Context, authorize: Authorize) => [
  authorize(getProfile, ({ session }) => readProfile(context, session.person.id)),

  authorize(updateProfile, ({ actor, version, body }) => changeProfile(context, { ...actor, version }, body)),

  authorize(exportData, ({ actor }) => exportPerson(context, actor)),
]
