/** Part of `npm run check`: imports follow the layout of `scripts/imports/rules.ts`. */

import { globSync, readFileSync } from 'node:fs'
import { checkImports } from './imports/check.ts'

const paths = globSync('{contract,server,web}/src/**/*.{ts,tsx,css}').map((path) => path.replaceAll('\\', '/'))
const sources = new Map(
  paths.filter((path) => !/\.test\.tsx?$/.test(path)).map((path) => [path, readFileSync(path, 'utf8')]),
)

const problems = checkImports(sources)
for (const problem of problems) console.error(problem)
if (problems.length > 0) process.exit(1)
console.log(`${sources.size} files follow the import rules`)
