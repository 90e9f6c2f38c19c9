import { measureForwardAuth } from '../forward-auth.ts'
import type { Load } from '../load/load-process.ts'
import { plan } from '../options.ts'
import { judge, printVerdicts, say, type Verdict } from '../report.ts'
import { folder } from '../run-folder.ts'

const TARGET = 0.6

export async function runForwardAuth(load: Load): Promise<Verdict[]> {
  say('Forward-auth checks …')
  const figures = await measureForwardAuth(load, folder, plan)
  return printVerdicts([judge({ title: '(g) /forward-auth', ...figures, peer: 'node:http', atLeast: TARGET })])
}
