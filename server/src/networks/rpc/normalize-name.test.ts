import assert from 'node:assert/strict'
import { once } from 'node:events'
import { describe, test } from 'node:test'
import type { Worker } from 'node:worker_threads'
import { createNormalizer } from './normalize-name.ts'

const scriptOf = (text: string) => new URL(`data:text/javascript,${encodeURIComponent(text)}`)

const script = scriptOf(`import { parentPort } from 'node:worker_threads'
  parentPort.on('message', (name) => {
    if (name === 'throw') throw new Error('out of memory')
    if (name === 'exit') process.exit()
    if (name === 'slow') Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 50)
    parentPort.postMessage(name)
  })`)

/** The worker that starts while this runs. */
async function workerOf(work: () => Promise<unknown>): Promise<Worker> {
  const [[worker]] = await Promise.all([once(process, 'worker'), work()])
  return worker
}

describe('normalizeName', () => {
  test('normalizes names as in ENSIP-15, in the order of the calls', async () => {
    const normalize = createNormalizer()
    assert.deepEqual(
      await Promise.all(
        ['Vitalik.eth', 'a b', 'nick.eth', '\u202ea.eth', 'raffy\u{1f6b4}\u200d\u2642\ufe0f.eth', ''].map(normalize),
      ),
      ['vitalik.eth', undefined, 'nick.eth', undefined, 'raffy\u{1f6b4}\u200d\u2642.eth', ''],
    )
  })

  test('builds its tables in another thread', async () => {
    const normalize = createNormalizer()
    let name: string | undefined
    await workerOf(async () => {
      name = await normalize('Ada.eth')
    })
    assert.equal(name, 'ada.eth')
  })

  test('uses one thread for names that follow each other, which does not keep the process running', async () => {
    const normalize = createNormalizer({ script })
    let threads = 0
    const count = () => threads++
    process.on('worker', count)
    assert.equal(await normalize('ada.eth'), 'ada.eth')
    const second = normalize('grace.eth')
    assert.ok(process.getActiveResourcesInfo().includes('MessagePort'))
    assert.equal(await second, 'grace.eth')
    process.off('worker', count)
    assert.equal(threads, 1)
    assert.ok(!process.getActiveResourcesInfo().includes('MessagePort'))
  })

  test('ends the idle thread, and starts another for the next name', async () => {
    const normalize = createNormalizer({ script, keptMs: 0 })
    const worker = await workerOf(() => normalize('ada.eth'))
    worker.ref()
    await once(worker, 'exit')
    const next = await workerOf(() => normalize('grace.eth'))
    assert.notEqual(next, worker)
  })

  test('ends no thread that has names to normalize', async () => {
    const normalize = createNormalizer({ script, keptMs: 0 })
    assert.deepEqual(await Promise.all(['a', 'slow', 'b', 'slow'].map(normalize)), ['a', 'slow', 'b', 'slow'])
    assert.equal(await normalize('slow'), 'slow')
  })

  test('rejects the names of a thread that failed, and starts another for the next name', async () => {
    const normalize = createNormalizer({ script })
    let threads = 0
    const count = () => threads++
    process.on('worker', count)
    const answers = (...names: string[]) => Promise.allSettled(names.map(normalize))
    const reasonsOf = (settled: PromiseSettledResult<unknown>[]) =>
      settled.map((each) => (each.status === 'rejected' ? String(each.reason) : each.value))
    assert.equal(await normalize('a'), 'a')
    assert.deepEqual(reasonsOf(await answers('throw', 'b')), ['Error: out of memory', 'Error: out of memory'])
    assert.equal(await normalize('c'), 'c')
    assert.deepEqual(reasonsOf(await answers('exit')), ['Error: The thread ended'])
    assert.equal(await normalize('d'), 'd')
    process.off('worker', count)
    assert.equal(threads, 3)
  })
})
