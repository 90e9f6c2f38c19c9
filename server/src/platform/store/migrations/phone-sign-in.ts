import { type Migration, oneOf } from './migration.ts'

/** Cross-device sign-in. `challenge` is the token of the computer's challenge; `phone` the browser that typed the number. */
export const phoneSignIn: Migration = {
  id: 2,
  name: 'phone sign-in',
  up: ({ ts, hash, flag, strict }) => [
    `CREATE TABLE phone_request (
      id TEXT PRIMARY KEY,
      code TEXT NOT NULL UNIQUE,
      challenge TEXT NOT NULL,
      action TEXT,
      device TEXT NOT NULL,
      device_hash ${hash},
      ip TEXT NOT NULL,
      state TEXT NOT NULL ${oneOf('state', 'created', 'opened', 'matched', 'approved', 'completed', 'declined', 'canceled', 'locked', 'networks_exceeded')},
      networks TEXT NOT NULL,
      phone TEXT,
      proof TEXT,
      person_id TEXT,
      direct ${flag} NOT NULL,
      trusted ${flag} NOT NULL,
      tries INTEGER NOT NULL,
      created_at ${ts} NOT NULL,
      expires_at ${ts} NOT NULL
    )${strict}`,
    'CREATE INDEX phone_request_by_time ON phone_request (created_at)',
    `ALTER TABLE session ADD COLUMN phone TEXT ${oneOf('phone', 'trusted', 'untrusted')}`,
  ],
}
