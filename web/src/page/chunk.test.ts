import assert from 'node:assert/strict'
import { afterEach, describe, mock, test } from 'node:test'
import { ChunkLoadError, loadChunk, markRetried, retryFailedChunks } from './chunk.ts'

const rejectLoad = () => Promise.reject(new Error('connection refused'))
const ignore = () => undefined

describe('loadChunk', () => {
  afterEach(() => mock.restoreAll())

  /** The page is fetched to find out whether the server has a newer build; the returned function answers. */
  function holdPage(): (html: string) => void {
    const { promise, resolve } = Promise.withResolvers<string>()
    mock.method(globalThis, 'fetch', async () => new Response(await promise))
    return resolve
  }

  test('fails with an error that a retry can fix', async () => {
    holdPage()('<h1>Free Wi-Fi</h1>')
    const again = mock.fn()
    await assert.rejects(loadChunk(rejectLoad, again), (error) => error instanceof ChunkLoadError && !error.outdated)
    assert.equal(again.mock.callCount(), 0)
    retryFailedChunks()
    retryFailedChunks()
    assert.equal(again.mock.callCount(), 1)
  })

  test('requires a reload when the server has a newer build', async () => {
    holdPage()('<script id="boot"></script>')
    await assert.rejects(loadChunk(rejectLoad, ignore), (error) => error instanceof ChunkLoadError && error.outdated)
  })

  test('loads again when a retry is requested before the failure is known', async () => {
    const answer = holdPage()
    let available = false
    const loadPart = () => (available ? Promise.resolve('part') : rejectLoad())
    const part = loadChunk(loadPart, ignore)
    await new Promise(setImmediate)
    markRetried()
    retryFailedChunks()
    available = true
    answer('<script id="boot"></script>')
    assert.equal(await part, 'part')
  })

  test('requires a reload when a retry fails, even if another chunk loaded meanwhile', async () => {
    holdPage()(`<script id="boot"></script>${new URL('chunk.ts', import.meta.url).pathname}`)
    const failLoad = () => rejectLoad()
    await assert.rejects(loadChunk(failLoad, ignore), (error) => error instanceof ChunkLoadError && !error.outdated)
    markRetried()
    retryFailedChunks()
    const part = loadChunk(failLoad, ignore)
    await loadChunk(() => Promise.resolve('another part'), ignore)
    await assert.rejects(part, (error) => error instanceof ChunkLoadError && error.outdated)
  })
})
