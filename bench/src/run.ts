/** `npm run bench`: measures every target against peers. The options are in scripts/bench.mjs. */

import { type Load, startLoad } from './load/load-process.ts'
import { describeMachine } from './machine.ts'
import { hasOption, quick } from './options.ts'
import { runCodeFlow } from './parts/code-flow.ts'
import { runCounts } from './parts/counts.ts'
import { runDurability } from './parts/durability.ts'
import { runForwardAuth } from './parts/forward-auth.ts'
import { runKills } from './parts/kill.ts'
import { runLists } from './parts/lists.ts'
import { runMemory } from './parts/memory.ts'
import { runPage } from './parts/page.ts'
import { runPeople } from './parts/people.ts'
import { runPostgres } from './parts/postgres.ts'
import { runProfile } from './parts/profile.ts'
import { runRules } from './parts/rules.ts'
import { runSignIns } from './parts/sign-ins.ts'
import { runSignatures } from './parts/signatures.ts'
import { runStartup } from './parts/startup.ts'
import { runVersions } from './parts/versions.ts'
import { say, type Verdict } from './report.ts'

type Part = (load: Load) => Promise<Verdict[]>

/** In the order of a full run. */
const PARTS: Record<string, Part> = {
  '--signatures': runSignatures,
  '--sign-ins': runSignIns,
  '--forward-auth': runForwardAuth,
  '--oidc': runCodeFlow,
  '--durability': runDurability,
  '--counts': runCounts,
  '--kill': runKills,
  '--memory': runMemory,
  '--people': runPeople,
  '--postgres': runPostgres,
  '--startup': runStartup,
  '--lists': runLists,
  '--rules': runRules,
  '--page': runPage,
}

/** Not with `--quick`, unless named. */
const SLOW: Part[] = [runPeople]

/** Only when named: they explain figures, or need to know a version. */
const DIAGNOSTICS: Record<string, Part> = { '--profile': runProfile, '--versions': runVersions }

process.exitCode = await runParts(selectParts())

function selectParts(): Part[] {
  const named = Object.entries({ ...PARTS, ...DIAGNOSTICS }).filter(([option]) => hasOption(option))
  if (named.length > 0) return named.map(([, part]) => part)
  return Object.values(PARTS).filter((part) => !(quick && SLOW.includes(part)))
}

/** Returns 1 when a target is missed and `--check` is set. */
async function runParts(parts: Part[]): Promise<number> {
  say(describeMachine())
  const load = startLoad()
  const verdicts: Verdict[] = []
  for (const run of parts) verdicts.push(...(await run(load)))
  load.close()
  const missed = verdicts.filter(({ met }) => !met).map(({ line }) => line[0])
  if (verdicts.length === 0) return 0
  say(
    missed.length === 0
      ? '\nEvery target is met.'
      : `\nMissed targets:\n${missed.map((each) => `  ${each}`).join('\n')}`,
  )
  return hasOption('--check') && missed.length > 0 ? 1 : 0
}
