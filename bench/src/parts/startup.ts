import { plan } from '../options.ts'
import { judgeLimit, printVerdicts, say, type Verdict } from '../report.ts'
import { folder } from '../run-folder.ts'
import type { Running } from '../servers/process.ts'
import { startBetterAuth, startCountersign } from '../servers/servers.ts'

const START_LIMIT_MS = 1000

/** With the database that the load has filled. */
export async function runStartup(): Promise<Verdict[]> {
  say('Startup …')
  const [theirs = Number.NaN] = await measureStarts(() => startBetterAuth(folder), 1)
  const verdicts: Verdict[] = []
  for (const via of ['main.ts', 'start.mjs', 'npm start'] as const) {
    const ours = await measureStarts(() => startCountersign(folder, { via }))
    const limits = { ours, theirs, peer: 'Better Auth', limit: START_LIMIT_MS }
    verdicts.push(judgeLimit(`(e) startup to first response, ${via}`, limits))
  }
  return printVerdicts(verdicts)
}

async function measureStarts(start: () => Promise<Running>, rounds = plan.rounds): Promise<number[]> {
  const times: number[] = []
  for (let round = 0; round < rounds; round++) {
    const server = await start()
    times.push(server.startedIn)
    await server.stop('SIGTERM')
  }
  return times
}
