import type { Migration } from './migration.ts'

/** What happened at one app can be asked for. Read from what is sealed, so that nobody can move an event elsewhere. */
export const appActivity: Migration = {
  id: 5,
  name: 'app-activity',
  up: ({ memberOf }) => [
    `ALTER TABLE activity ADD COLUMN app_id TEXT ${memberOf('data', 'appId')}`,
    // The people of an app are listed a page at a time.
    'DROP INDEX app_grant_by_app',
    'CREATE INDEX app_grant_by_app ON app_grant (app_id, id)',
    'CREATE INDEX activity_by_app ON activity (app_id, id) WHERE app_id IS NOT NULL',
  ],
}
