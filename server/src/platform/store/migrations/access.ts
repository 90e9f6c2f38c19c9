import type { Migration } from './migration.ts'

/** Until now an app or a host without groups was open to everyone. A row that does not say so is open to nobody. */
export const access: Migration = {
  id: 11,
  name: 'access',
  up: () =>
    ['app', 'protected_host'].flatMap((table) => [
      `ALTER TABLE ${table} ADD COLUMN access TEXT NOT NULL DEFAULT 'groups' CHECK (access IN ('everyone', 'groups'))`,
      `UPDATE ${table} SET access = 'everyone' WHERE group_ids = '[]'`,
    ]),
}
