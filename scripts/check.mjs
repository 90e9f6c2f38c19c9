/** `npm run check`: what needs nothing but the sources: types, lint, documentation, size. */

import { ensureBuilt, ensureDependencies, node, run, say } from './setup.mjs'

export function check() {
  say('Types')
  run(node, ['node_modules/typescript/bin/tsc', '-p', '.'])
  run(node, ['node_modules/typescript/bin/tsc', '-p', 'web'])
  say('Lint')
  run(node, ['node_modules/@biomejs/biome/bin/biome', 'check', '--error-on-warnings', '.'])
  say('Specification')
  run(node, ['scripts/specification.ts', '--check'])
  say('Size')
  run(node, ['scripts/size-budget.mjs'])
}

if (process.argv[1] === import.meta.filename) {
  ensureDependencies()
  ensureBuilt()
  check()
}
