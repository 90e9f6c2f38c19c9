import type { Migration } from './migration.ts'

/** What a wallet may be used for: an invitation names its chain, and trust and proof can be withheld. */
export const walletTrust: Migration = {
  id: 10,
  name: 'wallet-trust',
  up: ({ ts, strict }) => [
    // A key has chain 0, which is what an address alone has meant in the browser.
    'ALTER TABLE invite ADD COLUMN chain_ref TEXT',
    "UPDATE invite SET chain_ref = '0' WHERE address IS NOT NULL",
    // Later than its own waiting time, when a wallet in its waiting time added it.
    `ALTER TABLE wallet ADD COLUMN trusted_at ${ts}`,
    // Since when a contract wallet has to prove itself again, because its network has other endpoints.
    `ALTER TABLE wallet ADD COLUMN unproven_since ${ts}`,
    // Notices are read wallet by wallet, so that an attacker's wallet cannot hide them from the others.
    `CREATE TABLE notice_read (
      notice_id TEXT NOT NULL REFERENCES notice (id) ON DELETE CASCADE,
      wallet_id TEXT NOT NULL,
      read_at ${ts} NOT NULL,
      PRIMARY KEY (notice_id, wallet_id)
    )${strict}`,
    `INSERT INTO notice_read (notice_id, wallet_id, read_at)
      SELECT n.id, w.id, n.read_at FROM notice n JOIN wallet w ON w.person_id = n.person_id WHERE n.read_at IS NOT NULL`,
    'CREATE INDEX contract_proof_by_chain ON contract_proof (chain_id)',
  ],
}
