/** Installs what the chosen test files need and nothing else, and starts what they share. */

import { ensureBrowser, ensureFirefox, ensureWebKit } from '../../scripts/browsers.mjs'
import {
  ensureApache,
  ensureApps,
  ensureBuilt,
  ensureChain,
  ensureContracts,
  ensureDebianParties,
  ensurePostgres,
  ensureProxies,
  ensureSystemd,
  ensureValidators,
  ensureWallets,
  fail,
} from '../../scripts/setup.mjs'
import type { Need, TestFile } from './plan.ts'

const INSTALL: Record<Need, () => void> = {
  page: ensureBuilt,
  postgres: ensurePostgres,
  browser() {
    process.env.CHROMIUM = ensureBrowser()
  },
  firefox() {
    process.env.FIREFOX = ensureFirefox()
  },
  webkit() {
    process.env.MINI_BROWSER = ensureWebKit()
  },
  chain: ensureChain,
  contracts: ensureContracts,
  proxies: ensureProxies,
  apache: ensureApache,
  apps: ensureApps,
  wallets: ensureWallets,
  'debian-parties': ensureDebianParties,
  validators: ensureValidators,
  systemd: ensureSystemd,
}

/** Ends the run with one line when something is missing. What it returns stops what was started. */
export async function setUp(files: TestFile[], { page }: { page: boolean }): Promise<() => Promise<void>> {
  const needs = new Set(files.flatMap((file) => file.needs))
  if (page || needs.has('browser')) needs.add('page')
  for (const [need, install] of Object.entries(INSTALL)) if (needs.has(need as Need)) install() // its own keys
  if (!needs.has('postgres')) return async () => undefined
  const { startPostgres } = await import('../support/database/postgres.ts')
  try {
    const postgres = await startPostgres()
    process.env.TEST_POSTGRES = postgres.address
    return postgres.stop
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    return fail(
      `PostgreSQL did not start: ${reason}. Check the installation, or set POSTGRES_BIN to another one's bin folder.`,
    )
  }
}
