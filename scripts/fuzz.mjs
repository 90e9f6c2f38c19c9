/** `npm run fuzz`: seeded requests to every route of the contract and every other endpoint. `--help` lists the options. */

import { spawnSync } from 'node:child_process'
import { node } from '../server/node.mjs'
import { ensureDependencies, ensurePostgres, root } from './setup.mjs'

const HELP = `npm run fuzz [-- <options>]

Options
  --engine <name>    sqlite (default) or postgres
  --seed <n>         the same seed sends the same requests; 1 by default
  --requests <n>     20000 by default
  --from <n>         the number of the first request
  --only <n>         sends this request alone
`

if (process.argv.includes('--help')) {
  process.stdout.write(HELP)
  process.exit(0)
}
ensureDependencies()
if (process.argv.join(' ').includes('postgres')) ensurePostgres()
const runner = ['--disable-warning=ExperimentalWarning', 'test/fuzz/run.ts', ...process.argv.slice(2)]
process.exit(spawnSync(node, runner, { cwd: root, stdio: 'inherit' }).status ?? 1)
