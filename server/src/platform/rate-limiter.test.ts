import assert from 'node:assert/strict'
import { afterEach, beforeEach, describe, test } from 'node:test'
import {
  RATE_CHALLENGES_PER_ADDRESS,
  RATE_CHALLENGES_PER_BROWSER,
  RATE_READS_PER_SESSION,
  RATE_RECORDED,
  RATE_SESSIONS_PER_ADDRESS,
  RATE_SESSIONS_PER_WALLET,
  RATE_SETUP_PER_ADDRESS,
  RATE_WRITES_PER_SESSION,
} from '@countersign/contract/limits.ts'
import { forDefaultEngine } from '../../../test/support/database/engines.ts'
import { addFirstOwner, removeFirstOwner } from '../../../test/support/database/first-owner.ts'
import { countRows } from '../../../test/support/database/rows.ts'
import { KEPT_MAX_BYTES, keptBytes } from '../../../test/support/kept-bytes.ts'
import { type HttpResponse, newAccount, openBrowser, prove, signIn } from '../../../test/support/server/http-browser.ts'
import { readEvents } from '../../../test/support/server/people.ts'
import { expectProblem, expectStarted } from '../../../test/support/server/responses.ts'
import { startServer, type TestServer } from '../../../test/support/server/server.ts'
import { setupBody } from '../../../test/support/server/set-up.ts'
import { createRateLimiter } from './rate-limiter.ts'

forDefaultEngine('rate limits', (engine) => {
  let server: TestServer
  beforeEach(async () => {
    server = await startServer(engine)
  })
  afterEach(() => server.close())

  /** The first `burst` are not limited, the next one is, and after the time it names one more is not. */
  async function holds(rate: { burst: number; perMs: number }, send: (count: number) => Promise<HttpResponse>) {
    for (let count = 0; count < rate.burst; count++) assert.notEqual((await send(count)).status, 429, `call ${count}`)
    const limited = await send(rate.burst)
    const { retryAfter } = expectProblem(limited, 'rate_limited')
    assert.equal(limited.headers['retry-after'], String(retryAfter))
    assert.equal(retryAfter, Math.ceil(rate.perMs / rate.burst / 1000))
    server.clock.now += rate.perMs / rate.burst
    assert.notEqual((await send(rate.burst + 1)).status, 429)
    expectProblem(await send(rate.burst + 2), 'rate_limited')
  }

  const challengeFrom = (address: string) =>
    openBrowser(server, { address }).post('/api/challenges', { purpose: 'sign_in' })

  test('bound the number of recorded denials', async () => {
    const browser = openBrowser(server)
    expectStarted(await signIn(browser, newAccount()))
    const tried = async (path: string, times: number) => {
      for (let count = 0; count < times; count++) expectProblem(await browser.get(path), 'forbidden')
    }
    await tried('/api/admin/apps', 50)
    await tried('/api/admin/groups', 50)
    server.clock.now += RATE_RECORDED.perMs
    await tried('/api/admin/apps', 50)
    const calls = (await readEvents(server, 'access.refused')).map(({ data }) => data.call)
    assert.deepEqual(calls, ['GET /api/admin/apps', 'GET /api/admin/groups', 'GET /api/admin/apps'])
  })

  test('count challenges per IP address', () => holds(RATE_CHALLENGES_PER_ADDRESS, () => challengeFrom('192.0.2.1')))

  test('count challenges per browser, whatever its IP address', async () => {
    const browser = openBrowser(server)
    await browser.get('/sign-in')
    await holds(RATE_CHALLENGES_PER_BROWSER, (count) =>
      browser.post('/api/challenges', { purpose: 'sign_in' }, { 'x-forwarded-for': `192.0.2.${count}` }),
    )
  })

  test('count sign-ins per IP address, successful or not', async () => {
    const browser = openBrowser(server)
    const proof = await prove(await browser.challenge(), newAccount())
    const bad = { proof: { ...proof, signature: '0x' }, keep: true }
    await holds(RATE_SESSIONS_PER_ADDRESS, () => browser.post('/api/sessions', bad))
  })

  test('count a wallet by its own signatures only, so that others cannot lock it out', async () => {
    const account = newAccount()
    for (let count = 0; count < RATE_SESSIONS_PER_WALLET.burst + 5; count++) {
      const browser = openBrowser(server)
      const proof = await prove(await browser.challenge(), account)
      const signature = await newAccount().signMessage({ message: proof.message })
      expectProblem(
        await browser.post('/api/sessions', { proof: { ...proof, signature }, keep: true }),
        'signature_invalid',
      )
    }
    await holds(RATE_SESSIONS_PER_WALLET, () => signIn(openBrowser(server), account))
  })

  test('leave no rows when they reject', async () => {
    const account = newAccount()
    for (let count = 0; count < RATE_SESSIONS_PER_WALLET.burst; count++) await signIn(openBrowser(server), account)
    const rows = await countRows(server)
    expectProblem(await signIn(openBrowser(server), account), 'rate_limited')
    assert.deepEqual(await countRows(server), rows)
  })

  test('count setup attempts per IP address', async () => {
    const browser = openBrowser(server)
    await removeFirstOwner(server.context.store)
    const body = await setupBody(server, await prove(await browser.challenge('setup'), newAccount()))
    await addFirstOwner(server.context.store)
    await holds(RATE_SETUP_PER_ADDRESS, () => browser.post('/api/setup', body))
  })

  test('count reads and writes per session', async () => {
    const browser = openBrowser(server)
    expectStarted(await signIn(browser, newAccount()))
    await holds(RATE_READS_PER_SESSION, () => browser.get('/api/session'))
    await holds(RATE_WRITES_PER_SESSION, () => browser.post('/api/session/touch'))
  })

  describe('behind a proxy', () => {
    const { burst } = RATE_CHALLENGES_PER_ADDRESS

    /** Whether so many from `first` leave none for `second`. */
    async function shared(first: (count: number) => string, second: string): Promise<boolean> {
      for (let count = 0; count < burst; count++) assert.equal((await challengeFrom(first(count))).status, 201)
      return (await challengeFrom(second)).status === 429
    }

    test('count the rightmost address the proxy did not add itself', async () => {
      assert.equal(await shared((count) => `203.0.113.${count}, 192.0.2.1`, '198.51.100.9, 192.0.2.1'), true)
      assert.equal(await shared((count) => `192.0.2.${2 + (count % 2)}`, '192.0.2.77'), false)
    })

    test('skip trusted addresses from the right', async () => {
      assert.equal(await shared(() => '192.0.2.1, 127.0.0.1', '192.0.2.1'), true)
    })

    test('count the proxy when it forwards an invalid address', async () => {
      assert.equal(await shared((count) => `nonsense ${count}`, '<script>'), true)
    })

    test('count IPv6 addresses by /64', async () => {
      assert.equal(
        await shared((count) => `2001:db8:0:1::${count.toString(16)}`, '2001:DB8:0:1:ffff:ffff:ffff:1'),
        true,
      )
      assert.equal((await challengeFrom('2001:db8:0:2::1')).status, 201)
    })

    test('keep the buckets of others when a /48 rotates through its /64 subnets', async () => {
      // So small that the requests of this test fill it.
      server.context.rates = createRateLimiter(() => server.clock.now, 1000)
      assert.equal(await shared(() => '192.0.2.1', '192.0.2.1'), true)
      let refused = 0
      for (let count = 0; count < 1100; count++)
        if ((await challengeFrom(`2001:db8:0:${count.toString(16)}::1`)).status === 429) refused++
      assert.equal(refused, 1100 - 8 * burst)
      assert.equal((await challengeFrom('192.0.2.1')).status, 429)
    })

    test('do not let one /64 use up the /48 with refused requests', async () => {
      for (let count = 0; count < 9 * burst; count++) await challengeFrom('2001:db8:0:1::1')
      assert.equal((await challengeFrom('2001:db8:0:2::1')).status, 201)
    })

    test('count an IPv4-mapped IPv6 address as the IPv4 address', async () => {
      assert.equal(await shared(() => '192.0.2.5', '::ffff:192.0.2.5'), true)
    })

    test('ignore forwarding headers when no proxy is trusted', async () => {
      await server.close()
      server = await startServer(engine, { environment: { TRUSTED_PROXIES: '' } })
      assert.equal(await shared((count) => `192.0.2.${count}`, '198.51.100.1'), true)
    })
  })
})

describe('rate limiter', () => {
  test('evicts the least recently used key beyond its size', () => {
    const limiter = createRateLimiter(() => 0, 2)
    const once = { burst: 1, perMs: 1000 }
    limiter.take('a', once)
    limiter.take('b', once)
    assert.throws(() => limiter.take('a', once))
    limiter.take('c', once)
    limiter.take('a', once)
    assert.throws(() => limiter.take('c', once))
  })

  test('drops buckets that are full again before one that is not', () => {
    let now = 0
    const limiter = createRateLimiter(() => now, 100)
    const daily = { burst: 1, perMs: 86_400_000 }
    limiter.take('a', daily)
    for (let count = 0; count < 10_000; count++, now++) limiter.take(`other ${count}`, { burst: 1, perMs: 1 })
    assert.throws(() => limiter.take('a', daily))
  })

  test('does not keep the header that a key is a part of', async () => {
    const limiter = createRateLimiter(() => 0)
    const kept = await keptBytes((part) => limiter.take(`name:${part}`, { burst: 1, perMs: 1000 }))
    assert.ok(kept < KEPT_MAX_BYTES, `${kept} bytes`)
    assert.equal(limiter.isEmpty(`name:${'7,'.repeat(20)}`, { burst: 1, perMs: 1000 }), true)
  })

  test('refills after the whole period, and never above the burst', () => {
    let now = 0
    const limiter = createRateLimiter(() => now)
    const rate = { burst: 3, perMs: 999 }
    for (let count = 0; count < 3; count++) limiter.take('a', rate)
    assert.throws(() => limiter.take('a', rate))
    now = 100_000
    for (let count = 0; count < 3; count++) limiter.take('a', rate)
    assert.throws(() => limiter.take('a', rate))
  })

  test('locks nobody out when the clock goes back, and continues from there', () => {
    let now = 1_000_000
    const limiter = createRateLimiter(() => now)
    const rate = { burst: 2, perMs: 1000 }
    limiter.take('a', rate)
    limiter.take('a', rate)
    now = 0
    limiter.take('a', rate)
    limiter.take('a', rate)
    assert.throws(() => limiter.take('a', rate))
  })

  test('takes from both buckets or none, and creates none for what it refuses', () => {
    let now = 0
    const limiter = createRateLimiter(() => now, 3)
    const once = { burst: 1, perMs: 1000 }
    const shared = { key: 'shared', rate: { burst: 2, perMs: 2000 } }
    limiter.take('a', once, shared)
    assert.equal(limiter.tryTake('a', once, shared), false)
    assert.equal(limiter.isEmpty('a', once, shared), true)
    assert.equal(limiter.isEmpty('b', once, shared), false)
    assert.equal(limiter.tryTake('b', once, shared), true, 'the refused one took nothing')
    for (const key of ['c', 'd', 'e', 'f']) {
      assert.equal(limiter.isEmpty(key, once, shared), true)
      assert.throws(() => limiter.take(key, once, shared), { code: 'rate_limited', retryAfter: 1 })
      assert.equal(limiter.tryTake(key, once, shared), false)
      assert.equal(limiter.isEmpty(key, once), false)
    }
    assert.equal(limiter.isEmpty('a', once), true, 'it was not pushed out')
    now = 1000
    assert.equal(limiter.tryTake('c', once, shared), true)
  })

  test('reports an empty bucket without taking from it', () => {
    let now = 0
    const limiter = createRateLimiter(() => now)
    const rate = { burst: 2, perMs: 1000 }
    for (let count = 0; count < 5; count++) assert.equal(limiter.isEmpty('a', rate), false)
    limiter.take('a', rate)
    assert.equal(limiter.isEmpty('a', rate), false)
    limiter.take('a', rate)
    assert.equal(limiter.isEmpty('a', rate), true)
    now = 500
    assert.equal(limiter.isEmpty('a', rate), false)
  })
  test('gives back a token, also to the shared bucket', () => {
    const limiter = createRateLimiter(() => 0)
    const rate = { burst: 2, perMs: 1000 }
    const shared = { key: 'all', rate: { burst: 2, perMs: 1000 } }
    for (let count = 0; count < 5; count++) {
      limiter.take('a', rate, shared)
      limiter.giveBack('a', rate, shared)
    }
    limiter.take('a', rate, shared)
    limiter.take('a', rate, shared)
    assert.equal(limiter.tryTake('a', rate, shared), false)
    limiter.giveBack('a', rate, shared)
    assert.equal(limiter.tryTake('b', rate, shared), true)
    assert.equal(limiter.tryTake('c', rate, shared), false)
  })
})
