import type { Migration } from './migration.ts'

/** An app is shown by a picture of its own. The row of the app names it; its bytes are among the assets. */
export const appLogo: Migration = {
  id: 6,
  name: 'app-logo',
  up: () => ['ALTER TABLE app ADD COLUMN logo_asset_id TEXT REFERENCES asset (id)'],
}
