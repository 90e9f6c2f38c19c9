/** Writes the program of aggregator.yul, which a test compares. The compiler is in test/chain, which `npm test` installs. */

import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { readContract } from '../test/support/chain/compile-contracts.ts'

const { bytecode } = readContract('Aggregator')
writeFileSync(
  join(import.meta.dirname, '..', 'server', 'src', 'rules', 'chain', 'aggregator-program.ts'),
  `/** Compiled from aggregator.yul by scripts/compile-aggregator.ts. */\nexport const PROGRAM =\n  '${bytecode}'\n`,
)
