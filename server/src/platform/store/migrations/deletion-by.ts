import type { Migration } from './migration.ts'

/** Who started the deletion of a person, and so may cancel it. */
export const deletionBy: Migration = {
  id: 23,
  name: 'deletion-by',
  up: () => ['ALTER TABLE person ADD COLUMN deletion_by TEXT'],
}
