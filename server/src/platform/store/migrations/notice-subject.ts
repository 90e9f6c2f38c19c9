import type { Migration } from './migration.ts'

export const noticeSubject: Migration = {
  id: 21,
  name: 'notice-subject',
  up: () => ['ALTER TABLE notice ADD COLUMN subject TEXT'],
}
