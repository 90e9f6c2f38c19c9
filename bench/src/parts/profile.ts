import { join } from 'node:path'
import { contender } from '../alternate.ts'
import { after, type Load } from '../load/load-process.ts'
import { plan, quick } from '../options.ts'
import { readSelfTimes } from '../profile/self-time.ts'
import { percent, say, table, type Verdict } from '../report.ts'
import { cache, createFolder } from '../run-folder.ts'
import { startCountersign } from '../servers/servers.ts'
import { signInFirst } from '../sign-ins/compare.ts'

const ACTIONS = ['new-sign-in', 'returning-sign-in', 'known-device-sign-in', 'session-check'] as const
const SECONDS = quick ? 3 : 8
const FIRST_PEOPLE = 4000
const SHOWN = 20

/** Writes a CPU profile for each action and prints where the time goes. */
export async function runProfile(load: Load): Promise<Verdict[]> {
  say(`CPU profiles of ${SECONDS} seconds each …`)
  const ours = contender(
    'countersign',
    await startCountersign(createFolder('profile'), { preload: 'profile/profiler' }),
  )
  try {
    await signInFirst(load, ours, FIRST_PEOPLE)
    for (const action of ACTIONS) {
      const order = { system: ours.name, action, port: ours.server.port, concurrency: plan.concurrency }
      await load.run(order, after(1))
      await ours.server.request({ profile: 'start' })
      const { done } = await load.run(order, after(SECONDS))
      const path = join(cache, `${action}.cpuprofile`)
      await ours.server.request({ profile: 'stop', path })
      const rows = readSelfTimes(path)
        .slice(0, SHOWN)
        .map(({ name, place, share }) => [`${name}  ${place}`.trim(), percent(share)])
      say(`\n${table([[`${action}: ${done} in ${SECONDS} s`, 'self time'], ...rows])}\n${path}`)
    }
  } finally {
    await ours.server.stop('SIGKILL')
  }
  return []
}
