/** Each table of the specification, from the code that it describes. */

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Purpose, purposeSchema } from '../../contract/src/challenge.ts'
import { commonErrors, errors } from '../../contract/src/errors.ts'
import { pages } from '../../contract/src/pages.ts'
import { roleSchema } from '../../contract/src/person.ts'
import type { Route } from '../../contract/src/route.ts'
import { routes } from '../../contract/src/routes.ts'
import { proofErrors, sessionEndReasons } from '../../contract/src/session.ts'
import { statementFor } from '../../contract/src/statement.ts'
import { migrations } from '../../server/src/store/migrations.ts'
import { attemptTransitions } from '../../web/src/sign-in/transitions.ts'
import { describeShape } from './shape.ts'

const CALLERS: Record<Route['caller'], string> = {
  anyone: 'anyone',
  browser: 'a browser with its binding cookie',
  session: 'someone signed in',
}

export const tables: Record<string, () => string> = {
  pages: () =>
    table(
      ['Address'],
      pages.map((page) => [code(page)]),
    ),
  routes: () =>
    table(
      ['Call', 'Who', 'Body', 'Answer', 'Own refusals'],
      routes.map((route) => [
        code(`${route.method} ${route.path}`),
        CALLERS[route.caller],
        code(describeShape(route.body)),
        `${route.status} ${code(describeShape(route.answer))}`,
        route.errors.map(code).join(' ') || '–',
      ]),
    ),
  'common-errors': () => commonErrors.map(code).join(' '),
  errors: () =>
    table(
      ['Code', 'Status', 'Title', 'Trying again helps'],
      Object.entries(errors).map(([name, row]) => [
        code(name),
        String(row.status),
        row.title,
        row.retry === 'after' ? 'after a while' : row.retry,
      ]),
    ),
  'proof-order': () => proofErrors.map((name, index) => `${index + 1}. ${code(name)}`).join('\n'),
  limits: () => table(['Constant', 'Value', 'Reason'], readLimits()),
  entities: () =>
    migrations
      .flatMap(({ up }) => up({ ts: 'ts', hash: 'hash', flag: 'flag', strict: '', jsonObject: 'json_object' }))
      .flatMap(describeTable)
      .join('\n\n'),
  transitions: () =>
    table(
      ['From', 'Event', 'To'],
      attemptTransitions.map(({ from, event, to }) => [code(from), code(event), code(to)]),
    ),
  'session-ends': () => sessionEndReasons.map(code).join(' '),
  roles: () => roleSchema.options.map(code).join(' '),
  statements: () =>
    table(
      ['Purpose', 'Statement'],
      purposeSchema.options.map((purpose) => [code(purpose), sentence(purpose)]),
    ),
  environment: () => table(['Variable', 'Read as'], readEnvironment()),
}

function sentence(purpose: Purpose): string {
  return statementFor(purpose, { name: 'Countersign', domain: 'id.example' }).replace('Countersign', '{name}')
}

/** Every exported constant with the comment above it. */
function readLimits(): string[][] {
  const source = readSource('contract/src/limits.ts')
  const found = source.matchAll(/\/\*\* (.+?) \*\/\nexport const ([A-Z0-9_]+) = (.+)/g)
  return [...found].map(([, reason = '', name = '', value = '']) => [code(name), code(value.trim()), reason])
}

/** Every variable that config.ts asks the environment for. */
function readEnvironment(): string[][] {
  const found = readSource('server/src/config.ts').matchAll(/read\('([A-Z_]+)'\)( \?\? [^)\n,]+)?/g)
  return [...found].map(([, name = '', fallback = '']) => [
    code(name),
    fallback ? `default ${code(fallback.slice(4).trim())}` : 'optional',
  ])
}

function describeTable(sql: string): string[] {
  const match = /CREATE TABLE (\w+) \(([\s\S]+)\)$/.exec(sql.trim())
  if (!match) return []
  const rows = (match[2] ?? '').split(/,\n/).map((line) => {
    const [column = '', type = '', ...rest] = line.trim().split(/\s+/)
    return [code(column), type, rest.join(' ')]
  })
  return [`**${match[1]}**\n\n${table(['Field', 'Type', 'Rule'], rows)}`]
}

function readSource(path: string): string {
  return readFileSync(join(import.meta.dirname, '..', '..', path), 'utf8')
}

function table(head: string[], rows: string[][]): string {
  const line = (cells: string[]) => `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n')
}

function code(text: string): string {
  return `\`${text}\``
}
