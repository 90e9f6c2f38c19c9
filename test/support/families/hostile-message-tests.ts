/** Every hostile message of a chain family, signed and sent to a server, in both modes. */

import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { formatAccount } from '@countersign/contract/family/account.ts'
import { chainIdOf } from '@countersign/contract/family/family.ts'
import { messageFor } from '@countersign/contract/message/message.ts'
import type { Proof } from '@countersign/contract/proof.ts'
import type { Challenge } from '@countersign/contract/routes/challenge.ts'
import { forDefaultEngine } from '../database/engines.ts'
import { countRows, type RowCounts } from '../database/rows.ts'
import { exampleMessage, type HostileMessage, hostileMessages } from '../hostile-messages.ts'
import { type Browser, openBrowser } from '../server/http-browser.ts'
import { expectProblem, expectStarted } from '../server/responses.ts'
import { startServer, type TestServer } from '../server/server.ts'
import { type FamilyAccount, type FamilySignature, proveAs } from './family-account.ts'

/** What the strict mode refuses and a wallet that writes the text itself may do. */
const OWN_FORMAT = ['no statement', 'no Expiration Time', 'no Request ID', 'Issued At 2026-11-15T10:00:00Z']

type Options = {
  account: FamilyAccount
  /** More that this family's wallets may write in one-step mode. */
  ownFormat?: string[]
}

type Mode = { title: string; mode: Pick<Proof, 'mode'>; allowed: string[] }

export function defineHostileMessageTests({ account, ownFormat = [] }: Options): void {
  const { namespace, address } = account
  const example = { ...exampleMessage, namespace, address, chainId: chainIdOf(account) }
  const titles = hostileMessages(example).map(({ title }) => title)
  const modes: Mode[] = [
    { title: 'in the exact mode', mode: {}, allowed: [] },
    { title: 'in one-step mode', mode: { mode: 'one_step' }, allowed: [...OWN_FORMAT, ...ownFormat] },
  ]

  forDefaultEngine(`signed messages of ${namespace} with unexpected content`, (engine) => {
    let server: TestServer
    let browser: Browser
    let challenge: Challenge
    let hostileOnes: HostileMessage[]
    let empty: RowCounts
    const signatures = new Map<string, FamilySignature>()
    before(async () => {
      server = await startServer(engine)
      browser = openBrowser(server)
      challenge = await browser.challenge()
      hostileOnes = hostileMessages(messageFor(challenge, account))
      empty = await countRows(server)
    })
    after(() => server.close())

    let requests = 0
    /** From a new IP address each time, so that no rate limit is met. */
    const post = (proof: Proof) => {
      requests++
      const headers = { 'x-forwarded-for': `10.200.${requests >> 8}.${requests & 255}` }
      return browser.post('/api/sessions', { proof, keep: true }, headers)
    }

    for (const { title: modeTitle, mode, allowed } of modes)
      describe(`are rejected ${modeTitle}:`, () => {
        for (const [index, title] of titles.entries()) {
          if (allowed.includes(title)) continue
          test(title, async () => {
            const hostile = hostileOnes[index]
            assert.ok(hostile)
            const signed = signatures.get(hostile.text) ?? (await account.sign(hostile.text))
            signatures.set(hostile.text, signed)
            const proof = { ...mode, namespace, challenge: challenge.token, account: hostile.account }
            const response = await post({ ...proof, message: hostile.text, ...signed })
            expectProblem(response, hostile.code)
            assert.equal(response.headers['set-cookie'], undefined)
            assert.deepEqual(await countRows(server), empty)
          })
        }
      })

    test('leave the challenge unused, so that the correct message is still accepted', async () => {
      const { session } = expectStarted(await post(await proveAs(challenge, account)))
      assert.equal(session.wallet.account, formatAccount(account))
    })

    test('are at least 60 in each mode', () => {
      for (const { allowed } of modes) assert.ok(titles.filter((title) => !allowed.includes(title)).length >= 60)
      assert.deepEqual(
        [...OWN_FORMAT, ...ownFormat].filter((title) => !titles.includes(title)),
        [],
      )
    })
  })
}
