import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { CHALLENGE_TTL_MS, ONE_STEP_SKEW_MS } from '@countersign/contract/limits.ts'
import { type Message, messageFor, writeMessage } from '@countersign/contract/message/message.ts'
import { forDefaultEngine } from '../../../../test/support/database/engines.ts'
import { countRows, readRows } from '../../../../test/support/database/rows.ts'
import { exampleMessage, hostileMessages } from '../../../../test/support/hostile-messages.ts'
import {
  type Browser,
  errorCodeOf,
  newAccount,
  openBrowser,
  prove,
  proveInOneStep,
  signIn,
} from '../../../../test/support/server/http-browser.ts'
import { addPersonWithCodes } from '../../../../test/support/server/recovery.ts'
import { expectProblem, expectStarted } from '../../../../test/support/server/responses.ts'
import { startServer, type TestServer } from '../../../../test/support/server/server.ts'
import { setupBody } from '../../../../test/support/server/set-up.ts'
import { caip10Of, expectWallet, fetchChallenge, stepUp } from '../../../../test/support/server/wallets.ts'

/** What the strict table refuses and a wallet that writes the text itself may do. */
const OWN_FORMAT = ['no statement', 'no Expiration Time', 'no Request ID', 'Issued At 2026-11-15T10:00:00Z']

forDefaultEngine('messages written by the wallet', (engine) => {
  let server: TestServer
  before(async () => {
    server = await startServer(engine)
  })
  after(() => server.close())

  const postSession = (browser: Browser, proof: unknown, headers?: Record<string, string>) =>
    browser.post('/api/sessions', { proof, keep: true }, headers)
  const timeAfter = (milliseconds: number) => new Date(server.clock.now + milliseconds).toISOString()

  async function signInWithChange(change: Partial<Message>) {
    const browser = openBrowser(server)
    const account = newAccount()
    const proof = await proveInOneStep(await browser.challenge(), account, { change })
    return { response: await postSession(browser, proof), address: account.address }
  }

  describe('are accepted', () => {
    const accepted: [title: string, change: () => Partial<Message>][] = [
      ['with the exact server message', () => ({})],
      ['without a statement', () => ({ statement: undefined })],
      ['without an expiry', () => ({ expirationTime: undefined })],
      ['without a request id', () => ({ requestId: undefined })],
      [
        'with the nonce only',
        () => ({ statement: undefined, expirationTime: undefined, requestId: undefined, issuedAt: timeAfter(1) }),
      ],
      ['dated by a clock that is five minutes slow', () => ({ issuedAt: timeAfter(-ONE_STEP_SKEW_MS) })],
      ['dated by a clock that is five minutes fast', () => ({ issuedAt: timeAfter(ONE_STEP_SKEW_MS) })],
      ['dated without milliseconds', () => ({ issuedAt: timeAfter(0).replace('.000Z', 'Z') })],
      ['dated to the nanosecond', () => ({ issuedAt: timeAfter(0).replace('.000Z', '.123456789Z') })],
    ]
    for (const [title, change] of accepted) {
      test(title, async () => {
        const { response, address } = await signInWithChange(change())
        assert.equal(expectStarted(response).session.wallet.address, address)
      })
    }

    test('with the issue time of the challenge, however old', async () => {
      const browser = openBrowser(server)
      const challenge = await browser.challenge()
      server.clock.now += CHALLENGE_TTL_MS - 1
      expectStarted(await postSession(browser, await proveInOneStep(challenge, newAccount())))
    })

    test('for another chain, as long as the proof names the same', async () => {
      const browser = openBrowser(server)
      const proof = await proveInOneStep(await browser.challenge(), newAccount(), { chainId: 8453 })
      assert.match(expectStarted(await postSession(browser, proof)).session.wallet.account, /^eip155:0:/)
    })
  })

  describe('are rejected without changing anything', () => {
    test('when the issue time is off by more than five minutes', async () => {
      for (const off of [-ONE_STEP_SKEW_MS - 1, ONE_STEP_SKEW_MS + 1])
        expectProblem((await signInWithChange({ issuedAt: timeAfter(off) })).response, 'message_malformed')
    })

    test('once the challenge has expired, with or without an expiration time', async () => {
      for (const expirationTime of [undefined, timeAfter(CHALLENGE_TTL_MS)]) {
        const browser = openBrowser(server)
        const challenge = await browser.challenge()
        server.clock.now += CHALLENGE_TTL_MS
        const change = { expirationTime: expirationTime && challenge.expiresAt, issuedAt: timeAfter(0) }
        expectProblem(
          await postSession(browser, await proveInOneStep(challenge, newAccount(), { change })),
          'challenge_expired',
        )
      }
    })

    test('from another browser that has only the nonce', async () => {
      const challenge = await openBrowser(server).challenge()
      const change = { statement: undefined, expirationTime: undefined, requestId: undefined }
      const proof = await proveInOneStep(challenge, newAccount(), { change })
      const other = openBrowser(server)
      await other.challenge()
      expectProblem(await postSession(other, proof), 'challenge_other_browser')
    })

    test('with the nonce of another challenge of the same browser', async () => {
      const browser = openBrowser(server)
      const [own, other] = [await browser.challenge(), await browser.challenge()]
      const change = { nonce: other.nonce, requestId: undefined }
      expectProblem(await postSession(browser, await proveInOneStep(own, newAccount(), { change })), 'nonce_mismatch')
    })

    test('when the proof does not declare that the wallet wrote it', async () => {
      const left = [
        ['statement', 'statement_mismatch'],
        ['expirationTime', 'challenge_expired'],
        ['requestId', 'challenge_unknown'],
      ] as const
      for (const [field, code] of left) {
        const browser = openBrowser(server)
        const change = { [field]: undefined }
        const { mode: _, ...proof } = await proveInOneStep(await browser.challenge(), newAccount(), { change })
        expectProblem(await postSession(browser, proof), code)
      }
    })

    test('in an unknown mode', async () => {
      const browser = openBrowser(server)
      const proof = await prove(await browser.challenge(), newAccount())
      for (const mode of ['normal', 'two_step', '', null, 1])
        expectProblem(await postSession(browser, { ...proof, mode }), 'invalid_body')
    })

    for (const [index, { title }] of hostileMessages(exampleMessage).entries()) {
      if (OWN_FORMAT.includes(title)) continue
      test(`like any other invalid message: ${title}`, async () => {
        const browser = openBrowser(server)
        const account = newAccount()
        const challenge = await browser.challenge()
        const hostile = hostileMessages(
          messageFor(challenge, { namespace: 'eip155', chain: '1', address: account.address }),
        )[index]
        assert.ok(hostile)
        const rows = await countRows(server)
        const response = await postSession(browser, {
          namespace: 'eip155',
          mode: 'one_step',
          challenge: challenge.token,
          account: hostile.account,
          message: hostile.text,
          signature: await account.signMessage({ message: hostile.text }),
        })
        expectProblem(response, hostile.code)
        assert.equal(response.headers['set-cookie'], undefined)
        assert.deepEqual(await countRows(server), rows)
      })
    }

    test('when one field is missing and another is wrong', async () => {
      const wrong: [Partial<Message>, Parameters<typeof expectProblem>[1]][] = [
        [{ statement: undefined, domain: 'evil.example' }, 'domain_mismatch'],
        [{ statement: undefined, uri: 'https://evil.example' }, 'domain_mismatch'],
        [{ requestId: undefined, statement: 'Give me everything.' }, 'statement_mismatch'],
        [{ requestId: undefined, nonce: 'abcdefghijklmnopqrstuvwx' }, 'nonce_mismatch'],
        [{ statement: undefined, expirationTime: timeAfter(1) }, 'challenge_expired'],
        [{ statement: undefined, requestId: 'chl_01ARZ3NDEKTSV4RRFFQ69G5FAV' }, 'challenge_unknown'],
        [{ statement: undefined, chainId: '137' }, 'message_malformed'],
        [{ statement: undefined, address: newAccount().address }, 'message_malformed'],
      ]
      for (const [change, code] of wrong) expectProblem((await signInWithChange(change)).response, code)
    })

    test('when the signature is for another message', async () => {
      const browser = openBrowser(server)
      const account = newAccount()
      const challenge = await browser.challenge()
      const { message } = await proveInOneStep(challenge, account, { change: { statement: undefined } })
      expectProblem(
        await postSession(browser, { ...(await proveInOneStep(challenge, account)), message }),
        'signature_invalid',
      )
    })
  })

  describe('use up the challenge', () => {
    test('once, in either mode', async () => {
      const browser = openBrowser(server)
      const account = newAccount()
      const challenge = await browser.challenge()
      const change = { requestId: undefined, statement: undefined }
      expectStarted(await postSession(browser, await proveInOneStep(challenge, account, { change })))
      expectProblem(await postSession(browser, await proveInOneStep(challenge, account, { change })), 'challenge_used')
      expectProblem(await postSession(browser, await proveInOneStep(challenge, account)), 'challenge_used')
      expectProblem(await postSession(browser, await prove(challenge, account)), 'challenge_used')
      expectProblem(await postSession(browser, await proveInOneStep(challenge, newAccount())), 'challenge_used')
    })

    test('once under concurrent requests', async () => {
      const browser = openBrowser(server)
      const challenge = await browser.challenge()
      const changes = [{}, { statement: undefined }, { requestId: undefined }, { expirationTime: undefined }]
      const proofs = await Promise.all(changes.map((change) => proveInOneStep(challenge, newAccount(), { change })))
      const responses = await Promise.all(proofs.map((proof) => postSession(browser, proof)))
      assert.deepEqual(responses.map((response) => (response.status === 201 ? 'in' : errorCodeOf(response))).sort(), [
        'challenge_used',
        'challenge_used',
        'challenge_used',
        'in',
      ])
    })

    test('and repeat the lost response for the same proof and key', async () => {
      const browser = openBrowser(server)
      const challenge = await browser.challenge()
      const proof = await proveInOneStep(challenge, newAccount(), { change: { requestId: undefined } })
      const first = expectStarted(await postSession(browser, proof))
      const again = expectStarted(await postSession(browser, proof, { 'idempotency-key': challenge.id }))
      assert.equal(again.session.id, first.session.id)
    })
  })

  describe('are allowed for', () => {
    test('setup', async () => {
      const own = await startServer(engine, { withoutOwner: true })
      try {
        const browser = openBrowser(own)
        const proof = await proveInOneStep(await browser.challenge('setup'), newAccount())
        const body = await setupBody(own, proof)
        assert.equal(expectStarted(await browser.post('/api/setup', body)).me.role, 'owner')
      } finally {
        await own.close()
      }
    })

    test('adding a wallet', async () => {
      const browser = openBrowser(server)
      const [account, added] = [newAccount(), newAccount()]
      expectStarted(await signIn(browser, account))
      await stepUp(browser, account, 'wallet.add', caip10Of(added))
      const proof = await proveInOneStep(await fetchChallenge(browser, 'link_wallet'), added)
      assert.equal(expectWallet(await browser.post('/api/me/wallets', { proof }), 201).address, added.address)
    })

    test('no step-up, even with the exact server message', async () => {
      const browser = openBrowser(server)
      const account = newAccount()
      const { session } = expectStarted(await signIn(browser, account))
      const challenge = await fetchChallenge(browser, 'step_up', { action: 'recovery.create' })
      const proof = await proveInOneStep(challenge, account)
      expectProblem(await browser.post('/api/session/step-up', { proof }), 'purpose_not_allowed')
      const [row] = await readRows(server, 'SELECT step_up_at FROM session WHERE id = ?', session.id)
      assert.deepEqual(row, { step_up_at: null })
    })

    test('no recovery, even with the exact server message', async () => {
      const { code } = await addPersonWithCodes(server)
      const browser = openBrowser(server)
      const proof = await proveInOneStep(await fetchChallenge(browser, 'recover'), newAccount())
      expectProblem(await browser.post('/api/recoveries', { code, proof, keep: true }), 'purpose_not_allowed')
    })

    test('no other purpose than the one of the challenge', async () => {
      const browser = openBrowser(server)
      expectStarted(await signIn(browser, newAccount()))
      const challenge = await fetchChallenge(browser, 'link_wallet')
      expectProblem(await postSession(browser, await proveInOneStep(challenge, newAccount())), 'purpose_not_allowed')
    })
  })

  test('produce the same rows as the strict mode, except the permission', () => {
    const titles = hostileMessages(exampleMessage).map(({ title }) => title)
    assert.deepEqual(
      OWN_FORMAT.filter((title) => !titles.includes(title)),
      [],
    )
    assert.ok(titles.length - OWN_FORMAT.length > 150, String(titles.length))
    assert.equal(writeMessage(exampleMessage).length < 1024, true)
  })
})
