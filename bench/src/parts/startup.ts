import { plan } from '../options.ts'
import { judgeLimit, printVerdicts, say, type Verdict } from '../report.ts'
import { folder } from '../run-folder.ts'
import type { Running } from '../servers/process.ts'
import { startBetterAuth, startCountersign } from '../servers/servers.ts'
import { median } from '../statistics.ts'

const START_LIMIT_MS = 1000
const LAUNCHERS = ['node', 'npm start'] as const

/** With the database that the load has filled. */
export async function runStartup(): Promise<Verdict[]> {
  say('Startup …')
  const starts = LAUNCHERS.map((via) => ({ via, times: [] as number[], cpu: [] as number[] }))
  const theirs: number[] = []
  for (let round = 0; round < plan.rounds; round++) {
    theirs.push((await measureStart(() => startBetterAuth(folder))).startedIn)
    for (const { via, times, cpu } of starts) {
      const started = await measureStart(() => startCountersign(folder, { via }))
      times.push(started.startedIn)
      cpu.push(started.cpuSeconds)
    }
  }
  const peer = { theirs: median(theirs), peer: 'Better Auth', limit: START_LIMIT_MS }
  const verdicts = starts.map(({ via, times }) => judgeLimit(`(e) startup, ${via}`, { ours: times, ...peer }))
  printVerdicts(verdicts, ['until the first response', 'Countersign', 'peer', '', 'ratio', 'target', ''])
  const cpuTimes = starts.map(({ via, cpu }) => `${median(cpu).toFixed(2)} s (${via})`)
  say(`CPU time until then, without npm: ${cpuTimes.join(', ')}.`)
  return verdicts
}

async function measureStart(start: () => Promise<Running>): Promise<{ startedIn: number; cpuSeconds: number }> {
  const server = await start()
  const cpuSeconds = server.cpu()
  await server.stop('SIGTERM')
  return { startedIn: server.startedIn, cpuSeconds }
}
