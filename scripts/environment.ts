/**
 * Writes what is known of environment variables from server/src/variables.ts: the table of docs/operating.md,
 * .env.example and examples/environment.schema.json. `--check` fails when one is outdated.
 */

import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Variable, variables } from '../server/src/variables.ts'

const root = join(import.meta.dirname, '..')
const table: [string, Variable][] = Object.entries(variables)

const wanted = {
  'docs/operating.md': fillTable(readFileSync(join(root, 'docs/operating.md'), 'utf8')),
  '.env.example': writeExample(),
  'examples/environment.schema.json': `${JSON.stringify(writeSchema(), null, 2)}\n`,
}

for (const [path, text] of Object.entries(wanted)) {
  const file = join(root, path)
  if (!process.argv.includes('--check')) writeFileSync(file, text)
  else if (!existsSync(file) || readFileSync(file, 'utf8') !== text) {
    process.stderr.write(`${path} is outdated. Run: node scripts/environment.ts\n`)
    process.exitCode = 1
  }
}

function fillTable(text: string): string {
  const rows = table.map(([name, variable]) => [`\`${name}\``, describeDefault(variable), describeMeaning(variable)])
  const lines = [['Variable', 'Default', 'Meaning'], ['---', '---', '---'], ...rows].map(
    (row) => `| ${row.join(' | ')} |`,
  )
  const marked = /<!-- table: environment -->[\s\S]*?<!-- end -->/
  if (!marked.test(text)) throw new Error('docs/operating.md has no marker for the table of the environment')
  return text.replace(marked, () => `<!-- table: environment -->\n${lines.join('\n')}\n<!-- end -->`)
}

function describeDefault({ default: value, unset }: Variable): string {
  return value === undefined ? (unset ?? '') : `\`${value}\``
}

function describeMeaning({ meaning, secret }: Variable): string {
  return secret ? `${meaning} Secret.` : meaning
}

function writeExample(): string {
  const head = 'Every variable with an example. The names and defaults are explained in docs/operating.md.'
  const entries = table.map(([name, variable]) =>
    [
      `# ${plain(describeMeaning(variable))}`,
      `# Default: ${plain(describeDefault(variable))}`,
      `#${name.replace('<chain id>', '1')}=${variable.example}`,
    ].join('\n'),
  )
  return `# ${head}\n\n${entries.join('\n\n')}\n`
}

/** Without Markdown, and without links into the documentation. */
function plain(text: string): string {
  return text.replace(/ See \[[^\]]*\]\([^)]*\)\./g, '').replaceAll('`', '')
}

function writeSchema() {
  const entries = table.flatMap(([name, variable]): [string, object][] => {
    const value = describeValue(variable)
    const file = { type: 'string', description: `File that ${name} is read from instead.` }
    return variable.secret
      ? [
          [name, value],
          [`${name}_FILE`, file],
        ]
      : [[name, value]]
  })
  const isNetwork = ([name]: [string, object]) => name.startsWith('RPC_')
  const toPattern = (name: string) => `^${name.replace('<chain id>', '[1-9][0-9]*')}$`
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: 'Environment of Countersign',
    type: 'object',
    properties: Object.fromEntries(entries.filter((entry) => !isNetwork(entry))),
    patternProperties: Object.fromEntries(entries.filter(isNetwork).map(([name, value]) => [toPattern(name), value])),
  }
}

function describeValue({ kind, default: value, values, range, example, secret, meaning }: Variable) {
  return {
    type: 'string',
    description: plain(meaning),
    ...(value === undefined ? {} : { default: value }),
    ...(values ? { enum: values } : {}),
    ...(range ? { pattern: '^[0-9]+$', $comment: `${range[0]} to ${range[1]}` } : {}),
    ...(kind === 'url' ? { format: 'uri' } : {}),
    ...(secret ? { writeOnly: true } : {}),
    examples: [example],
  }
}
