/**
 * Lists every package of the lockfiles in `dependencies/reviewed.json`, and those of the server in the decision about
 * dependencies. `--check` fails when a lockfile has something else. Neither needs a network.
 */

import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { checkDependencies, fillTables, type Reviewed, reviewAll } from './dependencies/check.ts'
import { DOCUMENT } from './dependencies/document.ts'
import type { Lockfile } from './dependencies/lockfile.ts'

const ROOT = join(import.meta.dirname, '..')
const LIST = 'scripts/dependencies/reviewed.json'
const COMMAND = 'node scripts/dependencies.ts'

const read = (path: string) => readFileSync(join(ROOT, path), 'utf8')
const write = (path: string, text: string) => writeFileSync(join(ROOT, path), text)

const paths = globSync('**/package-lock.json', {
  cwd: ROOT,
  exclude: (name) => /(?:^|\/)(?:node_modules|dist)$/.test(name),
})
const lockfiles = Object.fromEntries(
  paths.sort().map((path) => [path.replaceAll('\\', '/'), JSON.parse(read(path)) as Lockfile]), // as npm documents it
)
if (!process.argv.includes('--check')) {
  write(LIST, `${JSON.stringify(reviewAll(lockfiles), null, 2)}\n`)
  write(DOCUMENT, fillTables(lockfiles, read(DOCUMENT)))
}
const document = read(DOCUMENT)
const reviewed = JSON.parse(read(LIST)) as Reviewed // written above
const problems = checkDependencies({ lockfiles, reviewed, document })
if (fillTables(lockfiles, document) !== document) problems.push(`${DOCUMENT}: the packages of the server are outdated`)
if (problems.length > 0) {
  const hint = `Review what is new or changed, then run: ${COMMAND}`
  process.stderr.write(`${[...problems, hint].join('\n')}\n`)
  process.exit(1)
}
