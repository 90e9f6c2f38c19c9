import { defineRoute } from '../route.ts'
import type * as schemas from '../schemas/launcher.ts'

export type { LauncherItem } from '../schemas/launcher.ts'

/** The apps and protected hosts that this person may open; connected apps first, then by name. */
export const getLauncher = defineRoute<typeof schemas.getLauncher>()('GET /api/me/launcher')
