/** The setup: its proof, and the request that makes its wallet the owner. */

import type { Proof } from '@countersign/contract/proof.ts'
import type { Challenge } from '@countersign/contract/routes/challenge.ts'
import { setupCode } from '../../../server/src/operations/setup/setup.ts'
import { type Browser, type HttpResponse, newAccount, prove } from './http-browser.ts'
import type { TestServer } from './server.ts'

const FIELDS = { registration: 'open', keep: true }

export async function setupBody(server: Pick<TestServer, 'context'>, proof: Proof) {
  return { setupCode: await setupCode(server.context), ...FIELDS, proof }
}

/** The code in the link that a server prints at its start. */
export function setupCodeIn(output: string): string {
  return /\/setup#code=([0-9A-Z]{20})$/m.exec(output)?.[1] ?? ''
}

type Setup = { code: string; account?: ReturnType<typeof newAccount>; registration?: string; challenge?: Challenge }

export async function setUpSite(browser: Browser, setup: Setup): Promise<HttpResponse> {
  const { code: setupCode, account = newAccount(), challenge, ...change } = setup
  const proof = await prove(challenge ?? (await browser.challenge('setup')), account)
  return browser.post('/api/setup', { setupCode, ...FIELDS, ...change, proof })
}
