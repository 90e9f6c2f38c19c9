/** `npm run check`: types, lint, imports, dependencies, specification and size. */

import { join } from 'node:path'
import { node } from '../server/node.mjs'
import { ensureBuilt, ensureDependencies, root, run, say } from './setup.mjs'

export function check() {
  say('Types')
  for (const project of ['.', 'web'])
    run(node, ['node_modules/typescript/bin/tsc', '-p', project, ...incremental(project)])
  say('Lint')
  run(node, ['node_modules/@biomejs/biome/bin/biome', 'check', '--error-on-warnings', '.'])
  say('Imports')
  run(node, ['scripts/check-imports.ts'])
  say('Dependencies')
  run(node, ['scripts/dependencies.ts', '--check'])
  say('Specification')
  run(node, ['scripts/specification.ts', '--check'])
  run(node, ['scripts/environment.ts', '--check'])
  say('Size')
  run(node, ['scripts/size-budget.mjs'])
}

function incremental(project) {
  const name = project === '.' ? 'root' : project
  return ['--incremental', '--tsBuildInfoFile', join(root, 'node_modules', '.cache', `types-${name}.tsbuildinfo`)]
}

if (process.argv[1] === import.meta.filename) {
  ensureDependencies()
  ensureBuilt()
  check()
}
