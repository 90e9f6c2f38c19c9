import type { Migration } from '../migration.ts'
import { createAppTables } from './apps.ts'
import { createAuditTables } from './audit.ts'
import { createGroupTables } from './groups.ts'
import { createHostTables } from './hosts.ts'
import { createInviteTables } from './invites.ts'
import { createPersonTables } from './people.ts'
import { createSessionTables } from './sessions.ts'
import { createSiteTables } from './site.ts'

/** The schema of release 0.1.0. */
export const baseline: Migration = {
  id: 1,
  name: 'baseline',
  up: (types) =>
    [
      createSiteTables,
      createPersonTables,
      createSessionTables,
      createInviteTables,
      createAuditTables,
      createGroupTables,
      createAppTables,
      createHostTables,
    ].flatMap((create) => create(types)),
}
