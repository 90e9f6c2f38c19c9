import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { migrations } from '../../platform/store/migrations.ts'
import type { Command } from './command.ts'

export const version: Command = {
  name: 'version',
  synopsis: '',
  summary: 'Print the version',
  details: ['Prints the version, the latest database migration and the Node.js version.'],
  options: {},
  words: { least: 0, most: 0 },
  async run({ root, terminal }) {
    const { version: number } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
    terminal.print(`Countersign ${number} (database ${migrations.at(-1)?.id}, Node ${process.version})`)
  },
}
