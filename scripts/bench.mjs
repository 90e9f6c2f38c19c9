/**
 * `npm run bench`: every target, against peers. `--quick` is shorter, `--check` fails on a missed target; `--lists`,
 * `--networks`, `--forward-auth` and `--oidc` measure only that; `--before=<commit>` adds an earlier version.
 */

import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { ensureBuilt, ensureDependencies, fail, node, root, run, say } from './setup.mjs'

if (process.platform !== 'linux') fail('The benchmark reads CPU time from /proc and runs on Linux only.')
ensureDependencies()
ensureBuilt()
const withoutPeers = ['--lists', '--networks', '--forward-auth']
if (!withoutPeers.some((flag) => process.argv.includes(flag))) ensurePeers()

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
