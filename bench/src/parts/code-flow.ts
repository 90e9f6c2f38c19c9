import { measureCodeFlow } from '../code-flow.ts'
import type { Load } from '../load/load-process.ts'
import { plan } from '../options.ts'
import { judge, judgeCost, printVerdicts, say, type Verdict } from '../report.ts'
import { folder } from '../run-folder.ts'

const TARGETS = { cost: 1.5, rate: 5 }

export async function runCodeFlow(load: Load): Promise<Verdict[]> {
  say('OpenID Connect code flow …')
  const { ours, inMemory, betterAuth } = await measureCodeFlow(load, folder, plan)
  const peer = 'oidc-provider in memory'
  const title = '(h) code flow: authorize, token, userinfo'
  return printVerdicts([
    judgeCost({ title, ours, theirs: inMemory, peer, atMost: TARGETS.cost }),
    judge({ title: '(i) code flow', ours, theirs: betterAuth, peer: 'Better Auth', atLeast: TARGETS.rate }),
  ])
}
