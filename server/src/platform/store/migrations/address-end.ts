import type { Migration } from './migration.ts'

/** Lists show the last characters of an address, so people search for them. */
export const addressEnd: Migration = {
  id: 20,
  name: 'address-end',
  up: () => [
    `CREATE INDEX wallet_by_address_end ON wallet ((lower(substr(address, length(address) - 3))), id)
      WHERE status <> 'removed'`,
  ],
}
