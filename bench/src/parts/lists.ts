import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { copyToPostgres } from '../lists/copy-to-postgres.ts'
import {
  generateInstallations,
  type Installations,
  LARGE,
  type ListFigures,
  measureLists,
  type Place,
  SMALL,
} from '../lists/measure.ts'
import { quick, readOption } from '../options.ts'
import { type Cluster, startCluster } from '../postgres/cluster.ts'
import { judgeGrowth, printVerdicts, say, type Verdict, whole } from '../report.ts'

/** The allowed slowdown with a hundred times as much data. */
const GROWTH_LIMIT = 2
const ROUNDS = quick ? 15 : 41

/** Both engines, or SQLite alone with `--quick`. */
export async function runLists(): Promise<Verdict[]> {
  const engine = readOption('--engine')
  const size = ({ people, sessions }: typeof SMALL) =>
    `${whole(people)} people with ${whole(sessions)} sessions and events`
  say(`Lists: generating installations of ${size(SMALL)} and ${size(LARGE)} …`)
  const data = mkdtempSync(join(tmpdir(), 'countersign-lists-'))
  process.once('exit', () => rmSync(data, { recursive: true, force: true }))
  const installations = await generateInstallations(data)
  return [
    ...(engine === 'postgres' ? [] : judgePages('SQLite', await measureLists(installations, ROUNDS))),
    ...(engine === 'postgres' || (engine === undefined && !quick) ? await runOnPostgres(installations) : []),
  ]
}

async function runOnPostgres(installations: Installations): Promise<Verdict[]> {
  const cluster = await startCluster()
  if (!cluster) {
    say('Lists on PostgreSQL skipped: it is not installed. Set POSTGRES_BIN to its bin folder.')
    return []
  }
  try {
    say('Lists: copying both installations to PostgreSQL …')
    const { owner } = installations
    const small = await moveTo(cluster, installations.small)
    const large = await moveTo(cluster, installations.large)
    return judgePages('PostgreSQL', await measureLists({ owner, small, large }, ROUNDS))
  } finally {
    await cluster.stop()
  }
}

async function moveTo(cluster: Cluster, { folder, installation }: Place): Promise<Place> {
  const url = await cluster.createDatabase()
  await copyToPostgres(join(folder, 'countersign.db'), url)
  const own = join(folder, 'postgres')
  mkdirSync(own)
  return { folder: own, installation, environment: { DATABASE_URL: url } }
}

function judgePages(engine: string, figures: ListFigures[]): Verdict[] {
  const verdicts = figures.map(({ title, small, large }) =>
    judgeGrowth({ title: `${title}, ${engine}`, small, large, atMost: GROWTH_LIMIT }),
  )
  const sizes = [SMALL, LARGE].map(({ people }) => `of ${whole(people)}`)
  return printVerdicts(verdicts, ['(f) pages of lists', ...sizes, 'ratio', 'target', ''])
}
