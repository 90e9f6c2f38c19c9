import type { Migration } from './migration.ts'

/** An app may prove itself with a key of its own instead of a secret. */
export const appKeys: Migration = {
  id: 7,
  name: 'app-keys',
  // The public keys, as a JSON Web Key Set.
  up: () => ['ALTER TABLE app ADD COLUMN jwks TEXT'],
}
