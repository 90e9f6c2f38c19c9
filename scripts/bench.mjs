/** `npm run bench`: every target, against peers. `--help` lists the options. */

import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { node } from '../server/node.mjs'
import { ensureBrowser } from './browsers.mjs'
import { ensureBuilt, ensureContracts, ensureDependencies, fail, root, run, say } from './setup.mjs'

const PARTS = {
  '--signatures': 'signature checks of every chain family, compared with viem and noble',
  '--sign-ins': 'sign-ins and session checks, compared with a bare sign-in, node:http and Better Auth',
  '--forward-auth': 'the forward-auth check, compared with node:http',
  '--oidc': 'the OpenID Connect code flow, compared with oidc-provider and Better Auth',
  '--durability': 'durable sign-ins per second, fsyncs and bytes of the write-ahead log',
  '--counts': 'SQL statements, pages and round trips per sign-in and session check',
  '--kill': 'SIGKILL under load, 200 times: lost sign-ins and corrupt databases',
  '--memory': 'resident memory: idle, during ten minutes of mixed load, and of requests from distinct addresses',
  '--people': 'sign-ins with 1,000,000 people, compared with an empty database; not part of --quick',
  '--postgres': 'sign-ins and session checks on PostgreSQL, with round trips',
  '--startup': 'time from start to the first response',
  '--lists': 'pages of lists with 100,000 people, compared with 1,000, on both engines',
  '--rules': 'the forward-auth check with a rule, node requests of a preview and of the watcher, a dead node',
  '--page': 'time until a wallet can be clicked in the browser, compared with a page of React alone',
  '--versions': 'sign-ins and session checks, compared with an earlier version; needs --before',
  '--profile': 'CPU profiles of sign-ins and session checks, with the functions that take most time',
}

const HELP = `npm run bench [-- <options>]

Without the name of a part every part runs, except --versions and --profile.

Parts
${Object.entries(PARTS)
  .map(([name, text]) => `  ${name.padEnd(18)} ${text}`)
  .join('\n')}

Options
  --quick            fewer and shorter rounds
  --check            exit with 1 when a target is missed
  --statements       with --counts and --postgres: list every statement
  --engine=<name>    with --lists: sqlite or postgres only; --quick alone means sqlite
  --before=<commit>  with --versions: the earlier version
`

if (process.argv.includes('--help')) {
  process.stdout.write(HELP)
  process.exit(0)
}
if (process.platform !== 'linux') fail('The benchmark reads CPU time from /proc and runs on Linux only.')
ensureDependencies()
ensureBuilt()
const WITH_PEERS = ['--signatures', '--sign-ins', '--oidc', '--startup']
const named = Object.keys(PARTS).filter((name) => process.argv.includes(name))
if (named.length === 0 || named.some((name) => WITH_PEERS.includes(name))) ensurePeers()
if (named.length === 0 || named.includes('--rules')) ensureContracts()
if (named.length === 0 || named.includes('--page')) process.env.CHROMIUM = ensureBrowser()

const result = spawnSync(
  node,
  ['--disable-warning=ExperimentalWarning', 'bench/src/run.ts', ...process.argv.slice(2)],
  {
    cwd: root,
    stdio: 'inherit',
  },
)
process.exit(result.status ?? 1)

/** The peers are installed in bench/: nothing that is shipped depends on them. */
function ensurePeers() {
  const folder = join(root, 'bench')
  const mark = join(folder, 'node_modules', '.countersign')
  const wanted = createHash('sha256')
    .update(readFileSync(join(folder, 'package-lock.json')))
    .digest('hex')
  if (existsSync(mark) && readFileSync(mark, 'utf8') === wanted) return
  say('Installing benchmark peers')
  run('npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error'], { cwd: folder })
  writeFileSync(mark, wanted)
}
