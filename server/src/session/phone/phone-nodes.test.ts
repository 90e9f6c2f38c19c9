import assert from 'node:assert/strict'
import { DatabaseSync } from 'node:sqlite'
import { after, before, test } from 'node:test'
import { PHONE_UNOPENED_MS } from '@countersign/contract/limits/phone-limits.ts'
import { CHALLENGE_TTL_MS } from '@countersign/contract/limits.ts'
import pg from 'pg'
import { forEachEngine } from '../../../../test/support/database/each-engine.ts'
import { readRows } from '../../../../test/support/database/rows.ts'
import { type EventStream, openEventStream } from '../../../../test/support/server/event-stream.ts'
import { type HttpResponse, newAccount, openBrowser, prove } from '../../../../test/support/server/http-browser.ts'
import {
  type Asked,
  approve,
  askPhone,
  expectApproved,
  expectMatched,
  expectOpened,
  expectRedeemed,
  match,
  open,
  redeem,
} from '../../../../test/support/server/phone.ts'
import { approveOnPhone, copyBrowser, matchOnPhone, newPair } from '../../../../test/support/server/phone-attack.ts'
import { expectProblem, expectStarted } from '../../../../test/support/server/responses.ts'
import { startServer, type TestServer } from '../../../../test/support/server/server.ts'
import { WAIT_MS } from '../../../../test/support/until.ts'
import { purge } from '../../operations/purge.ts'

forEachEngine('cross-device sign-in', (engine) => {
  let server: TestServer
  let far: TestServer
  let databaseUrl: string
  before(async () => {
    databaseUrl = await engine.createDatabase()
    server = await startServer(engine, { databaseUrl })
    far = await startServer(engine, { databaseUrl })
  })
  after(() => Promise.all([server.close(), far.close()]))

  const pair = () => ({ computer: openBrowser(server), phone: openBrowser(far), account: newAccount() })
  const listen = (node: TestServer, browser: Parameters<typeof openEventStream>[1], { request }: Asked) =>
    openEventStream(node, browser, {}, `/api/phone-requests/${request.id}/events`)

  async function nextState(stream: EventStream): Promise<unknown> {
    const received = await stream.next()
    assert.ok(received)
    assert.equal(received.event, 'changed')
    return (received.data as { state: unknown }).state // compared by the tests
  }

  test('works with computer and phone on two nodes, and tells both pages', { timeout: WAIT_MS }, async () => {
    const { computer, phone, account } = pair()
    const asked = await askPhone(computer)
    const stream = await listen(server, computer, asked)
    assert.equal(await nextState(stream), 'created')
    expectOpened(await open(phone, asked))
    assert.equal(await nextState(stream), 'opened')
    const challenge = expectMatched(await match(phone, asked))
    assert.equal(await nextState(stream), 'matched')
    const onPhone = await listen(far, phone, asked)
    assert.equal(await nextState(onPhone), 'matched')
    const { digits } = expectApproved(await approve(phone, asked, await prove(challenge, account)))
    assert.deepEqual([await nextState(stream), await nextState(onPhone)], ['approved', 'approved'])
    const { proof } = expectRedeemed(await redeem(copyBrowser(far, computer), asked, digits ?? ''))
    assert.deepEqual([await nextState(stream), await nextState(onPhone)], ['completed', 'completed'])
    assert.deepEqual([await stream.next(), await onPhone.next()], [undefined, undefined], 'the streams end')
    expectStarted(await computer.post('/api/sessions', { proof, keep: true }))
    assert.ok(!stream.text().includes(digits ?? ''))
  })

  test('tells a page that the request expired', { timeout: WAIT_MS }, async () => {
    const { computer } = pair()
    const asked = await askPhone(computer)
    const stream = await listen(server, computer, asked)
    assert.equal(await nextState(stream), 'created')
    server.clock.now += PHONE_UNOPENED_MS
    assert.equal(await nextState(stream), 'expired')
    assert.equal(await stream.next(), undefined)
    far.clock.now = server.clock.now
    const late = await listen(server, computer, asked)
    assert.deepEqual([await nextState(late), await late.next()], ['expired', undefined])
  })

  test('is removed when its challenge can no longer be used', async () => {
    const { computer, phone, account } = pair()
    const kept = await approveOnPhone({ computer, phone, account })
    const count = async () => (await readRows(server, 'SELECT id FROM phone_request')).length
    const before = await count()
    server.clock.now += CHALLENGE_TTL_MS - 1
    await purge(server.context)
    assert.ok((await count()) >= 1 && before >= 1)
    server.clock.now += 2
    await purge(server.context)
    assert.equal(await count(), 0)
    expectProblem(await open(phone, kept), 'phone_code_unknown')
    expectProblem(await redeem(computer, kept, kept.digits ?? ''), 'not_found')
    const late = await computer.post('/api/sessions', { proof: kept.proof, keep: true })
    expectProblem(late, 'challenge_expired')
    far.clock.now = server.clock.now
  })

  test('continues after the database was unavailable', async () => {
    const impatient = await startServer(engine, { databaseUrl, databaseWaitMs: 100 })
    impatient.clock.now = server.clock.now
    const { computer, phone, account } = newPair(impatient)
    const matched = await matchOnPhone({ computer, phone })
    const proof = await prove(matched.challenge, account)
    const { digits } = expectApproved(await tryTwice(() => approve(phone, matched, proof)))
    const redeemed = expectRedeemed(await tryTwice(() => redeem(computer, matched, digits ?? '')))
    assert.deepEqual(redeemed.proof, proof)
    expectStarted(await tryTwice(() => computer.post('/api/sessions', { proof, keep: true })))
    await impatient.close()
  })

  /** First while another program has locked the table. */
  async function tryTwice(send: () => Promise<HttpResponse>): Promise<HttpResponse> {
    const release = await lockRequests()
    const refused = await send()
    await release()
    expectProblem(refused, 'db_unavailable')
    return send()
  }

  async function lockRequests(): Promise<() => Promise<void>> {
    const { database } = server.context.config
    if (database.engine === 'sqlite') {
      const other = new DatabaseSync(database.path)
      other.exec('BEGIN IMMEDIATE')
      return async () => {
        other.exec('ROLLBACK')
        other.close()
      }
    }
    const client = new pg.Client({ connectionString: databaseUrl })
    await client.connect()
    await client.query('BEGIN')
    await client.query('LOCK TABLE phone_request IN ACCESS EXCLUSIVE MODE')
    return async () => {
      await client.query('ROLLBACK')
      await client.end()
    }
  }
})
