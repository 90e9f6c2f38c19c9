import assert from 'node:assert/strict'
import { afterEach, describe, mock, test } from 'node:test'
import { fetchAgain, fetchPart, insist, LostPart } from './chunk.ts'

const unavailable = () => Promise.reject(new Error('connection refused'))
const ignore = () => undefined

describe('a part of the page', () => {
  afterEach(() => mock.restoreAll())

  /** The page is read to find out whether the server has a newer one; its answer comes when the test says so. */
  function holdPage(): (html: string) => void {
    const { promise, resolve } = Promise.withResolvers<string>()
    mock.method(globalThis, 'fetch', async () => new Response(await promise))
    return resolve
  }

  test('that cannot be loaded is lost, and fetched again on request', async () => {
    holdPage()('<h1>Free Wi-Fi</h1>')
    const again = mock.fn()
    await assert.rejects(fetchPart(unavailable, again), (error) => error instanceof LostPart && !error.gone)
    assert.equal(again.mock.callCount(), 0)
    fetchAgain()
    fetchAgain()
    assert.equal(again.mock.callCount(), 1)
  })

  test('that the server no longer has needs a new page', async () => {
    holdPage()('<script id="boot"></script>')
    await assert.rejects(fetchPart(unavailable, ignore), (error) => error instanceof LostPart && error.gone)
  })

  test('is fetched again when the person tries again before its loss is known', async () => {
    const answer = holdPage()
    let available = false
    const load = () => (available ? Promise.resolve('part') : unavailable())
    const part = fetchPart(load, ignore)
    await new Promise(setImmediate)
    insist()
    fetchAgain()
    available = true
    answer('<script id="boot"></script>')
    assert.equal(await part, 'part')
  })

  test('that fails again on request needs a new page, whatever other parts do meanwhile', async () => {
    holdPage()(`<script id="boot"></script>${new URL('lost-part.ts', import.meta.url).pathname}`)
    const lose = () => unavailable()
    await assert.rejects(fetchPart(lose, ignore), (error) => error instanceof LostPart && !error.gone)
    insist()
    fetchAgain()
    const part = fetchPart(lose, ignore)
    await fetchPart(() => Promise.resolve('another part'), ignore)
    await assert.rejects(part, (error) => error instanceof LostPart && error.gone)
  })
})
