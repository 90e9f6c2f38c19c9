import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { actions } from '../../contract/src/action.ts'
import { activityKinds } from '../../contract/src/activity-kinds.ts'
import { endpoints } from '../../contract/src/endpoints.ts'
import { errorTitles } from '../../contract/src/error/error-titles.ts'
import { type ErrorCode, errors } from '../../contract/src/error/errors.ts'
import { commonErrors, errorsOf, proofErrors } from '../../contract/src/error/route-errors.ts'
import { statementFor } from '../../contract/src/message/statement.ts'
import { pages } from '../../contract/src/pages.ts'
import { mayDo, type Permission, permissions } from '../../contract/src/permission.ts'
import type { Route, RouteSchemas } from '../../contract/src/route.ts'
import type { Purpose } from '../../contract/src/routes/challenge.ts'
import { purposeSchema } from '../../contract/src/schemas/challenge.ts'
import { roleSchema } from '../../contract/src/schemas/person.ts'
import { routes, schemasOf } from '../../contract/src/schemas/route-schemas.ts'
import { sessionEndReasons } from '../../contract/src/schemas/session.ts'
import type { StepUp } from '../../contract/src/step-up.ts'
import { migrations } from '../../server/src/platform/store/migrations.ts'
import { type Variable, variables } from '../../server/src/variables.ts'
import { attemptTransitions } from '../../web/src/sign-in/transitions.ts'
import { describeShape } from './shape.ts'

const ROOT = join(import.meta.dirname, '..', '..')

const CALLERS: Record<Route['caller'], string> = {
  anyone: 'anyone',
  browser: 'browser with binding cookie',
  session: 'signed in',
}

function describeCaller({ caller, permission, stepUp, versioned }: Route): string {
  const needs = [permission && code(permission), stepUp && describeStepUp(stepUp), versioned && '`If-Match`']
  return [CALLERS[caller], ...needs.filter(Boolean)].join(', ')
}

function describeStepUp(stepUp: StepUp): string {
  if (stepUp === 'admin') return 'admin mode'
  const { action, target = [], fields, unless = {} } = stepUp
  const signature = `step-up ${code([action, ...target].join(':'))}`
  const exempt = Object.entries(unless).map(([field, value]) => ` unless ${code(`${field}: ${value}`)}`)
  const covered = fields ? ` for ${fields.map(code).join(' ')}, admin mode for the rest` : ''
  return `${signature}${covered}${exempt.join('')}`
}

export const tables: Record<string, () => string> = {
  pages: () =>
    table(
      ['Path'],
      pages.map((page) => [code(page)]),
    ),
  routes: () =>
    table(
      ['Route', 'Caller', 'Query and body', 'Response', 'Errors'],
      routes.map((route) => [
        code(`${route.method} ${route.path}`),
        describeCaller(route),
        describeRequest(schemasOf(route)),
        `${route.status} ${route.media ?? code(describeShape(schemasOf(route).answer))}`,
        errorsOf(route).map(code).join(' ') || '–',
      ]),
    ),
  endpoints: () =>
    table(
      ['Endpoint', 'Caller', 'Purpose'],
      endpoints.map(({ method, path, caller, purpose }) => [code(`${method} ${path}`), caller, purpose]),
    ),
  'common-errors': () => commonErrors.map(code).join(' '),
  errors: () =>
    table(
      ['Code', 'Status', 'Title', 'Retry'],
      Object.entries(errors).map(([name, row]) => [
        code(name),
        String(row.status),
        errorTitles[name as ErrorCode], // a key of the object
        row.retry === 'after' ? 'later' : row.retry,
      ]),
    ),
  'proof-order': () => proofErrors.map((name, index) => `${index + 1}. ${code(name)}`).join('\n'),
  limits: () => table(['Constant', 'Value', 'Reason'], readLimits()),
  entities: () =>
    describeTables(
      migrations.flatMap(({ up }) =>
        up({
          ...{ ts: 'ts', hash: 'hash', flag: 'flag', strict: '', clustered: '' },
          memberOf: (column, name) => `= ${column}.${name}`,
        }),
      ),
    ),
  transitions: () =>
    table(
      ['From', 'Event', 'To'],
      attemptTransitions.map(({ from, event, to }) => [code(from), code(event), code(to)]),
    ),
  'session-ends': () => sessionEndReasons.map(code).join(' '),
  roles: () => roleSchema.options.map(code).join(' '),
  permissions: () =>
    table(
      ['Permission', ...roleSchema.options],
      Object.keys(permissions).map((name) => [
        code(name),
        ...roleSchema.options.map((role) => (mayDo(role, name as Permission) ? '●' : '–')), // a key of the object
      ]),
    ),
  actions: () =>
    table(
      ['Action', 'In the message'],
      Object.entries(actions).map(([name, { text, target }]) => [
        code([name, ...target].join(':')),
        target.length > 0 ? `${text} (…)` : text,
      ]),
    ),
  'activity-kinds': () => activityKinds.map(code).join(' '),
  statements: () =>
    table(
      ['Purpose', 'Statement'],
      purposeSchema.options.map((purpose) => [code(purpose), sentence(purpose)]),
    ),
  environment: () => table(['Variable', 'Default'], readEnvironment()),
}

function describeRequest({ query, body }: RouteSchemas): string {
  return [...(query ? [query] : []), body].map((schema) => code(describeShape(schema))).join(' ')
}

function sentence(purpose: Purpose): string {
  return statementFor(purpose, { name: 'Countersign', domain: 'id.example' }).replace('Countersign', '{name}')
}

/** Every exported constant with the comment above it. */
function readLimits(): string[][] {
  const files = ['limits.ts', ...readdirSync(join(ROOT, 'contract/src/limits')).map((file) => `limits/${file}`)]
  return files.toSorted().flatMap((file) => {
    const source = readSource(`contract/src/${file}`)
    const found = source.matchAll(
      /(?:\/\*\*((?:(?!\*\/)[\s\S])+)\*\/\n)?export const ([A-Z0-9_]+)[^=]*= ([^\n[{]*(?:[[{][\s\S]*?[\]}])?)/g,
    )
    return [...found].map(([, reason, name = '', value = '']) => {
      if (reason === undefined) throw new Error(`${name} in ${file} has no reason`)
      return [code(name), code(oneLine(value)), oneLine(reason.replaceAll('\n *', ' '))]
    })
  })
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim()
}

function readEnvironment(): string[][] {
  return Object.entries<Variable>(variables).map(([name, { default: value, unset = '' }]) => [
    code(name),
    value === undefined ? unset : code(value),
  ])
}

function describeTables(statements: string[]): string {
  const described = new Map<string, string[][]>()
  for (const sql of statements.map((text) => text.trim())) {
    const created = /^CREATE TABLE (\w+) \(([\s\S]+)\)$/.exec(sql)
    if (created) described.set(created[1] ?? '', (created[2] ?? '').split(/,\n/).map(describeColumn))
    const added = /^ALTER TABLE (\w+) ADD COLUMN (.+)$/.exec(sql)
    if (added) described.get(added[1] ?? '')?.push(describeColumn(added[2] ?? ''))
  }
  return [...described].map(([name, rows]) => `**${name}**\n\n${table(['Field', 'Type', 'Rule'], rows)}`).join('\n\n')
}

function describeColumn(line: string): string[] {
  const [column = '', type = '', ...rest] = line.trim().split(/\s+/)
  return [code(column), type, rest.join(' ') || 'nullable']
}

function readSource(path: string): string {
  return readFileSync(join(ROOT, path), 'utf8')
}

function table(head: string[], rows: string[][]): string {
  const line = (cells: string[]) => `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n')
}

function code(text: string): string {
  return `\`${text}\``
}
