/** Part of `npm run check`: imports follow the layout of `scripts/imports/rules.ts`. */

import { globSync, readFileSync } from 'node:fs'
import { checkImports } from './imports/check.ts'

const isOurs = (path: string) => !/(?:^|\/)(?:node_modules|dist)\//.test(path)
const paths = globSync('{contract,server,web,test,scripts,bench,examples}/**/*.{ts,tsx,mjs,css,html,yul,sol}')
  .map((path) => path.replaceAll('\\', '/'))
  .filter(isOurs)
const sources = new Map(
  paths
    .filter((path) => /^(?:contract|server|web)\/src\/.*\.(?:ts|tsx|css)$/.test(path) && !/\.test\.tsx?$/.test(path))
    .map((path) => [path, readFileSync(path, 'utf8')]),
)

const problems = checkImports(sources, paths)
for (const problem of problems) console.error(problem)
if (problems.length > 0) process.exit(1)
console.log(`${sources.size} files follow the import rules`)
