import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { fakeTimers, settled } from '../../../../test/support/fake-page.ts'
import { type Library, WINDOW_CHECK_MS, wrapLibrary } from './provider.ts'

const REJECTED = { code: 4001, message: 'Request rejected' }

/** The library with a window that the test controls. */
function openLibrary() {
  const timers = fakeTimers()
  const requests: unknown[] = []
  const popup = { closed: false }
  const waiting: PromiseWithResolvers<unknown>[] = []
  let disconnects = 0
  const page = { open: (): unknown => popup }
  let clears = 0
  const env = { timers, window: page, clearStorage: () => void clears++ }
  const library: Library = {
    request(args) {
      requests.push(args)
      const pending = Promise.withResolvers<unknown>()
      waiting.push(pending)
      return pending.promise
    },
    on: (event, listener) => listener(event),
    async disconnect() {
      disconnects++
    },
    communicator: {
      popup,
      disconnect() {
        for (const { reject } of waiting.splice(0)) reject(REJECTED)
      },
    },
  }
  return {
    provider: wrapLibrary(library, env),
    page,
    env,
    clears: () => clears,
    library,
    timers,
    requests,
    popup,
    resolveRequest: (value: unknown) => waiting.shift()?.resolve(value),
    disconnects: () => disconnects,
  }
}

/** The outcome of a request; `open` while it waits. */
async function outcomeOf(request: Promise<unknown>): Promise<unknown> {
  let result: unknown = 'open'
  request.then(
    (value) => {
      result = value
    },
    (error: unknown) => {
      result = { error }
    },
  )
  await settled()
  return result
}

describe('Base Account', () => {
  test('passes requests and answers through', async () => {
    const { provider, requests, resolveRequest } = openLibrary()
    const params = ['0x00', '0x01']
    const signing = provider.request({ method: 'personal_sign', params })
    resolveRequest('0xsigned')
    assert.equal(await signing, '0xsigned')
    const looking = provider.request({ method: 'eth_accounts' })
    resolveRequest([])
    assert.deepEqual(await looking, [])
    assert.deepEqual(requests, [{ method: 'personal_sign', params }, { method: 'eth_accounts' }])
  })

  test('opens its window for a permission request, so that another account can be chosen', async () => {
    const { provider, requests, resolveRequest } = openLibrary()
    const request = provider.request({ method: 'wallet_requestPermissions', params: [{ eth_accounts: {} }] })
    resolveRequest({ accounts: [] })
    await request
    assert.deepEqual(requests, [{ method: 'wallet_connect', params: [{ version: '1', capabilities: {} }] }])
  })

  test('reports Base as its chain without a request', async () => {
    const { provider, requests } = openLibrary()
    assert.deepEqual([await provider.request({ method: 'eth_chainId' }), requests], ['0x2105', []])
  })

  test('disconnects on revocation without opening a window', async () => {
    const { provider, requests, disconnects } = openLibrary()
    assert.equal(await provider.request({ method: 'wallet_revokePermissions' }), null)
    assert.deepEqual([requests, disconnects()], [[], 1])
  })

  test('emits account events, but not the connect event of every read', () => {
    const { provider } = openLibrary()
    const received: unknown[] = []
    for (const event of ['connect', 'accountsChanged', 'disconnect'])
      provider.on(event, (value) => received.push(value))
    assert.deepEqual(received, ['accountsChanged', 'disconnect'])
  })

  test('rejects when its window is closed without an answer', async () => {
    const { provider, timers, popup } = openLibrary()
    const request = provider.request({ method: 'wallet_connect' })
    await timers.advance(10 * WINDOW_CHECK_MS)
    assert.equal(await outcomeOf(request), 'open')
    popup.closed = true
    await timers.advance(2 * WINDOW_CHECK_MS)
    assert.deepEqual(await outcomeOf(request), { error: REJECTED })
  })

  test('accepts an answer that arrives just after its window closes', async () => {
    const { provider, timers, popup, resolveRequest } = openLibrary()
    const request = provider.request({ method: 'wallet_connect' })
    popup.closed = true
    await timers.advance(WINDOW_CHECK_MS)
    resolveRequest('late')
    await timers.advance(10 * WINDOW_CHECK_MS)
    assert.equal(await outcomeOf(request), 'late')
  })

  test('stops watching its window after the answer', async () => {
    const { provider, library, timers, popup, resolveRequest } = openLibrary()
    const request = provider.request({ method: 'wallet_connect' })
    resolveRequest('done')
    await request
    popup.closed = true
    let closings = 0
    if (library.communicator) library.communicator.disconnect = () => void closings++
    await timers.advance(10 * WINDOW_CHECK_MS)
    assert.equal(closings, 0)
  })

  test('closes its window and rejects on cancel', async () => {
    const { provider } = openLibrary()
    const request = provider.request({ method: 'wallet_connect' })
    provider.cancel?.()
    assert.deepEqual(await outcomeOf(request), { error: REJECTED })
  })

  test('rejects a request whose window is blocked, and leaves the page as it was', async () => {
    const { provider, library, page } = openLibrary()
    const blocked = () => null
    page.open = blocked
    library.request = async () => page.open()
    await assert.rejects(provider.request({ method: 'wallet_connect' }), {
      message: 'Popup window was blocked',
      code: -32603,
    })
    assert.equal(page.open, blocked)
  })

  test('leaves the page as it was after requests that overlap', async () => {
    const { provider, page, resolveRequest } = openLibrary()
    const { open } = page
    const first = provider.request({ method: 'wallet_connect' })
    const second = provider.request({ method: 'eth_accounts' })
    assert.notEqual(page.open, open)
    resolveRequest('connected')
    await first
    resolveRequest([])
    await second
    assert.equal(page.open, open)
  })

  test('leaves nothing in the browser after a request and after a disconnect', async () => {
    const { provider, resolveRequest, clears } = openLibrary()
    const signing = provider.request({ method: 'personal_sign' })
    resolveRequest('0xsigned')
    await signing
    await provider.request({ method: 'wallet_revokePermissions' })
    assert.equal(clears(), 2)
  })

  test('has no window of its own inside the browser of its app', async () => {
    const { library, env, resolveRequest } = openLibrary()
    const { communicator: _, ...injected } = library
    const provider = wrapLibrary(injected, env)
    const request = provider.request({ method: 'eth_requestAccounts' })
    provider.cancel?.()
    resolveRequest(['0x01'])
    assert.deepEqual(await request, ['0x01'])
    const chain = provider.request({ method: 'eth_chainId' })
    resolveRequest('0x1')
    assert.equal(await chain, '0x1')
  })
})
