import { type KillFigures, runKillCycles } from '../kill/kill-cycles.ts'
import { quick } from '../options.ts'
import { printVerdicts, say, type Verdict, verdict, whole } from '../report.ts'
import { createFolder } from '../run-folder.ts'

const CYCLES = quick ? 20 : 200
const REPORT_EVERY = 20

export async function runKills(): Promise<Verdict[]> {
  say(`SIGKILL under load, ${CYCLES} times …`)
  const report = ({ cycles, acknowledged, lost, corrupt }: KillFigures) => {
    if (cycles % REPORT_EVERY === 0 && cycles < CYCLES)
      say(`  ${cycles}: ${whole(acknowledged)} acknowledged, ${lost} lost, ${corrupt} corrupt`)
  }
  const { cycles, acknowledged, lost, corrupt } = await runKillCycles(createFolder('kill'), CYCLES, report)
  const counts = [String(cycles), whole(acknowledged), String(lost), String(corrupt)]
  const head = ['(d) after SIGKILL', 'cycles', 'acknowledged', 'lost', 'corrupt', 'target', '']
  return printVerdicts([verdict(['sign-ins', ...counts, '0 and 0'], lost === 0 && corrupt === 0)], head)
}
