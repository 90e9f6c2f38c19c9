/** Loaded into the server with `--import`: records CPU profiles when the benchmark asks for them. */

import { writeFileSync } from 'node:fs'
import { Session } from 'node:inspector/promises'
import { isMainThread } from 'node:worker_threads'

export type ProfilerRequest = { profile: 'start' } | { profile: 'stop'; path: string }

const SAMPLE_EVERY_MICROSECONDS = 250

if (isMainThread && process.send) {
  const session = new Session()
  session.connect()
  await session.post('Profiler.enable')
  await session.post('Profiler.setSamplingInterval', { interval: SAMPLE_EVERY_MICROSECONDS })
  process.on('message', async (request: ProfilerRequest) => {
    if (request.profile === 'start') await session.post('Profiler.start')
    else writeFileSync(request.path, JSON.stringify((await session.post('Profiler.stop')).profile))
    process.send?.('done')
  })
}
