import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Notice } from '@countersign/contract/routes/notice.ts'
import type { Device } from '@countersign/contract/routes/session.ts'
import { listNotices } from '@countersign/contract/schemas/notice.ts'
import { listDevices } from '@countersign/contract/schemas/session.ts'
import { forEachEngine } from '../../../../test/support/database/each-engine.ts'
import { readRows } from '../../../../test/support/database/rows.ts'
import { type Browser, newAccount, openBrowser, signIn } from '../../../../test/support/server/http-browser.ts'
import { expectProblem, expectSession, expectStarted } from '../../../../test/support/server/responses.ts'
import { startServer, type TestServer } from '../../../../test/support/server/server.ts'

forEachEngine('devices and new-device notices', (engine) => {
  let server: TestServer
  before(async () => {
    server = await startServer(engine)
  })
  after(() => server.close())

  async function arrive(account = newAccount(), browser = openBrowser(server, { address: '203.0.113.9' })) {
    server.clock.now += 1000
    const started = expectStarted(await signIn(browser, account))
    return { browser, account, started, personId: started.me.id, at: new Date(server.clock.now).toISOString() }
  }

  async function devicesOf(browser: Browser): Promise<Device[]> {
    const answer = await browser.get('/api/me/devices')
    assert.equal(answer.status, 200, answer.text)
    return listDevices.answer.parse(answer.json).items
  }

  async function noticesOf(browser: Browser): Promise<Notice[]> {
    const answer = await browser.get('/api/me/notices')
    assert.equal(answer.status, 200, answer.text)
    return listNotices.answer.parse(answer.json).items
  }

  test('lists a device once however often it signs in, most recent first', async () => {
    const first = await arrive()
    const again = await arrive(first.account, first.browser)
    const second = await arrive(first.account, openBrowser(server, { address: '2001:db8:1:2::3' }))
    const [newer, older] = await devicesOf(second.browser)
    assert.deepEqual(newer, {
      id: newer?.id,
      label: 'Unknown browser',
      current: true,
      maskedIp: '2001:db8:1::x',
      firstSeenAt: second.at,
      lastSeenAt: second.at,
    })
    assert.deepEqual(older, {
      id: older?.id,
      label: 'Unknown browser',
      current: false,
      maskedIp: '203.0.113.x',
      firstSeenAt: first.at,
      lastSeenAt: again.at,
    })
    assert.deepEqual(
      (await devicesOf(first.browser)).map(({ current }) => current),
      [false, true],
    )
  })

  test('stores only a masked IP address for a device or a notice', async () => {
    const first = await arrive()
    await arrive(first.account)
    const kept = await readRows(
      server,
      `SELECT ip_last AS ip FROM device WHERE person_id = ? UNION SELECT ip FROM notice WHERE person_id = ?`,
      first.personId,
      first.personId,
    )
    assert.deepEqual(kept, [{ ip: '203.0.113.0/24' }])
  })

  test('notifies every session but the new one about a sign-in on a new device, until it is read', async () => {
    const first = await arrive()
    assert.deepEqual(await noticesOf(first.browser), [])
    const second = await arrive(first.account)
    const [notice, ...others] = await noticesOf(first.browser)
    assert.deepEqual(notice, {
      id: notice?.id,
      kind: 'new_sign_in',
      at: second.at,
      device: 'Unknown browser',
      maskedIp: '203.0.113.x',
      address: first.account.address,
      walletId: first.started.session.wallet.id,
      subject: null,
      count: 1,
      until: null,
    })
    assert.deepEqual([others, await noticesOf(second.browser)], [[], []])

    const read = `/api/me/notices/${notice?.id}/read`
    const otherPerson = await arrive()
    expectProblem(await otherPerson.browser.post(read), 'not_found')
    assert.equal((await noticesOf(first.browser)).length, 1)
    assert.equal((await first.browser.post(read)).status, 204)
    assert.deepEqual(await noticesOf(first.browser), [])
    assert.equal((await first.browser.post(read)).status, 204)
    expectProblem(await first.browser.post('/api/me/notices/nonsense/read'), 'not_found')
  })

  test('creates no notice for a trusted device', async () => {
    const first = await arrive()
    const second = await arrive(first.account)
    await arrive(first.account, second.browser)
    assert.equal((await noticesOf(first.browser)).length, 1)
  })

  test('keeps the session of a forgotten device, and notifies at the next sign-in there', async () => {
    const first = await arrive()
    const second = await arrive(first.account)
    const device = (await devicesOf(second.browser)).find(({ current }) => current)
    assert.equal((await first.browser.delete(`/api/me/devices/${device?.id}`)).status, 204)
    expectSession(await second.browser.get('/api/session'))
    assert.deepEqual(
      (await devicesOf(second.browser)).map(({ current }) => current),
      [false],
    )
    expectProblem(await first.browser.delete(`/api/me/devices/${device?.id}`), 'not_found')
    const recorded = await readRows(
      server,
      `SELECT data FROM activity WHERE kind = 'device.forgotten' AND person_id = ?`,
      first.personId,
    )
    assert.deepEqual(recorded, [{ data: `{"deviceId":"${device?.id}"}` }])

    await arrive(first.account, second.browser)
    assert.deepEqual(
      (await noticesOf(first.browser)).map(({ count }) => count),
      [2],
    )
    assert.equal((await devicesOf(first.browser)).length, 2)
  })

  test('returns not found for a device of another person', async () => {
    const first = await arrive()
    const otherPerson = await arrive()
    const [device] = await devicesOf(first.browser)
    expectProblem(await otherPerson.browser.delete(`/api/me/devices/${device?.id}`), 'not_found')
    assert.deepEqual(await devicesOf(first.browser), [device])
  })
})
