import type { Migration } from './migration.ts'

export const verdictBlocks: Migration = {
  id: 24,
  name: 'verdict-blocks',
  // Chain id to the block at which the outcome was found, as JSON.
  up: () => ["ALTER TABLE rule_verdict ADD COLUMN blocks TEXT NOT NULL DEFAULT '{}'"],
}
