import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { checkImports } from '../../scripts/imports/check.ts'
import { TABLE_OWNERS } from '../../scripts/imports/tables.ts'
import { migrations, TYPES } from '../../server/src/platform/store/migrations.ts'

/** Problems of one file; what it imports need not exist. */
const problemsOf = (path: string, text: string) => checkImports(new Map([[path, text]]))

function expectRejected(path: string, text: string, reason: string): void {
  const problems = problemsOf(path, text)
  assert.equal(problems.length, 1, problems.join('\n'))
  assert.ok(problems[0]?.startsWith(path) && problems[0].endsWith(reason), problems[0])
}

function expectAccepted(path: string, text: string): void {
  assert.deepEqual(problemsOf(path, text), [])
}

describe('the import rules of the server', () => {
  test('reject a room that comes later, also for types', () => {
    const reason = 'session/ comes after accounts/'
    expectRejected('server/src/accounts/a.ts', "import { b } from '../session/b.ts'", reason)
    expectRejected('server/src/accounts/a.ts', "import type { B } from '../session/b.ts'", reason)
    expectRejected('server/src/accounts/a.ts', "export type { B } from '../session/b.ts'", reason)
    expectRejected('server/src/accounts/a.ts', "const b = await import('../session/b.ts')", reason)
    expectAccepted('server/src/session/a.ts', "import { b } from '../accounts/b.ts'")
  })

  test('reject a chain family that is not loaded on demand', () => {
    const reason = 'a chain family is imported by proof/load-family.ts only'
    expectRejected('server/src/session/a.ts', "import { b } from '../proof/solana/b.ts'", reason)
    expectRejected('server/src/main.ts', "import { b } from './proof/bitcoin/b.ts'", reason)
    expectAccepted('server/src/proof/load-family.ts', "const b = () => import('./solana/b.ts')")
    expectAccepted('server/src/proof/solana/a.ts', "import { b } from './b.ts'")
  })

  test('reject a folder that is not in the ladder', () => {
    assert.throws(
      () => problemsOf('server/src/people/a.ts', "import { b } from '../session/b.ts'"),
      /not in the ladder/,
    )
  })

  test('reject the store of another room', () => {
    expectRejected(
      'server/src/session/a.ts',
      "import type { B } from '../accounts/b.store.ts'",
      'a store is imported by its own room only',
    )
    expectAccepted('server/src/session/a.ts', "import { b } from './devices/b.store.ts'")
    const shared = "import { b } from '../accounts/group/group-rule.store.ts'"
    expectAccepted('server/src/rules/a.ts', shared)
    expectRejected('server/src/session/a.ts', shared, 'a store is imported by its own room only')
  })

  test('reject SQL on a table of another room', () => {
    const path = 'server/src/session/a.store.ts'
    expectRejected(path, "statement('DELETE FROM person')", 'changes person, which belongs to accounts/')
    expectRejected(path, "statement('SELECT id FROM person')", 'reads person, which belongs to accounts/')
    expectRejected(path, 'lockTable(\'person\'); statement("x")', 'changes person, which belongs to accounts/')
    const hidden = `const PEOPLE = 'session s\n JOIN\n person p'\nstatement(\`SELECT 1 FROM \${PEOPLE}\`)`
    expectRejected(path, hidden, 'reads person, which belongs to accounts/')
    expectAccepted(path, "statement('UPDATE session SET kept = 1')")
    expectAccepted('server/src/accounts/person/purge-person.store.ts', "statement('DELETE FROM session')")
  })

  test('accept listed SQL on a table of another room, and reject the list when it is no longer true', () => {
    const path = 'server/src/rules/seat.store.ts'
    const both = 'SELECT 1 FROM rule_verdict v JOIN people_group g ON g.id = v.group_id'
    expectAccepted(path, `statement('${both}')`)
    const gone = 'no longer reads people_group: remove it from scripts/imports/tables.ts'
    expectRejected(path, "statement('SELECT 1 FROM rule_verdict')", gone)
    expectRejected(path, `statement('${both} JOIN wallet w')`, 'reads wallet, which belongs to accounts/')
  })

  test('know the owner of every table', () => {
    const schema = migrations.flatMap(({ up }) => up(TYPES.sqlite)).join('\n')
    const tables = [...schema.matchAll(/CREATE TABLE (\w+)/g)].map(([, table = '']) => table)
    assert.deepEqual(Object.values(TABLE_OWNERS).flat().toSorted(), [...tables, 'migration'].toSorted())
  })

  test('reject a configuration that imports rooms besides platform', () => {
    const reason = 'the configuration imports platform only'
    expectRejected('server/src/config.ts', "import { b } from './networks/b.ts'", reason)
    expectRejected('server/src/wallet-apps.ts', "import { b } from './public/b.ts'", reason)
    expectAccepted('server/src/config.ts', "import { b } from './platform/b.ts'")
    expectAccepted('server/src/context.ts', "import { b } from './networks/b.ts'")
  })

  test('reject what a store imports besides the database, SQL fragments, and stores and types of its room', () => {
    const reason = 'a store imports the database, SQL fragments, and stores and types of its room only'
    expectRejected('server/src/session/a.store.ts', "import { b } from './b.ts'", reason)
    expectRejected('server/src/session/a.store.ts', "import type { B } from '../accounts/b.ts'", reason)
    expectAccepted('server/src/session/a.store.ts', "import { b } from '../platform/store/b.ts'")
    expectAccepted('server/src/session/a.store.ts', "import { b } from './b.store.ts'")
    expectAccepted('server/src/session/a.store.ts', "import { b } from '../accounts/b.sql.ts'")
    expectAccepted('server/src/session/a.store.ts', "import type { B } from './b.ts'")
  })

  test('reject HTTP in domain code', () => {
    expectRejected(
      'server/src/session/a.ts',
      "import { b } from '../platform/http/b.ts'",
      'domain code does not import HTTP',
    )
    expectAccepted('server/src/session/a.routes.ts', "import { b } from '../platform/http/b.ts'")
    expectAccepted('server/src/session/browser-session.ts', "import { b } from '../platform/http/b.ts'")
    expectAccepted('server/src/forward-auth/a.ts', "import { b } from '../platform/http/b.ts'")
  })

  test('reject routes anywhere but in the entry points', () => {
    expectRejected(
      'server/src/session/a.ts',
      "import { b } from './b.routes.ts'",
      'routes are imported by server.ts only',
    )
    expectAccepted('server/src/server.ts', "import { b } from './session/b.routes.ts'")
  })

  test('reject entry points anywhere but in the command line', () => {
    const text = "import { b } from '../server.ts'"
    expectRejected('server/src/session/a.ts', text, 'an entry point is imported by the command line only')
    expectAccepted('server/src/operations/a.ts', text)
  })

  test('reject root files that rooms may not import', () => {
    expectRejected(
      'server/src/platform/a.ts',
      "import { b } from '../context.ts'",
      'platform imports the configuration only',
    )
    expectAccepted('server/src/platform/a.ts', "import { b } from '../config.ts'")
    expectAccepted('server/src/session/a.ts', "import { b } from '../context.ts'")
    expectRejected('server/src/session/a.ts', "import { b } from '../b.ts'", 'is not one of the files beside the rooms')
    expectRejected('server/src/b.ts', "import { a } from './session/a.ts'", 'is not one of the files beside the rooms')
  })

  test('reject imports from outside of the server', () => {
    expectRejected(
      'server/src/session/a.ts',
      "import { b } from '../../../web/src/b.ts'",
      'the server imports packages and its own folder only',
    )
  })

  test('reject SQL outside of stores', () => {
    for (const sql of [
      "statement('SELECT 1')",
      'lockingStatement(`SELECT 1`)',
      "writes({ notifies: true })('DELETE FROM a')",
    ])
      expectRejected('server/src/session/a.ts', sql, 'contains SQL: that belongs in a *.store.ts')
    expectAccepted('server/src/session/a.store.ts', "statement('SELECT 1')")
    expectAccepted('server/src/platform/store/a.ts', "statement('SELECT 1')")
  })
})

describe('the import rules of the page', () => {
  test('reject a layer that another one may not import', () => {
    expectRejected('web/src/ui/a.tsx', "import { b } from '../words/b.ts'", 'ui/ may not import words/')
    expectAccepted('web/src/components/a.tsx', "import { b } from '../ui/b.tsx'")
  })

  test('reject a folder that has no rule', () => {
    expectRejected(
      'web/src/misc/a.ts',
      "import { b } from '../ui/b.tsx'",
      'web/src/misc/ is not in scripts/imports/rules.ts',
    )
  })

  test('reject another page, where each section of admin and account is a page', () => {
    const reason = 'pages do not import each other'
    expectRejected('web/src/screens/consent/a.tsx', "import { b } from '../sign-in/b.tsx'", reason)
    expectRejected('web/src/screens/admin/apps/a.tsx', "import { b } from '../people/b.tsx'", reason)
    expectAccepted('web/src/screens/admin/apps/a.tsx', "import { b } from './settings/b.tsx'")
  })

  test('reject entry files and what is not the page', () => {
    expectRejected('web/src/ui/a.tsx', "import { b } from '../main.tsx'", 'entry files are not imported')
    expectRejected(
      'web/src/ui/a.tsx',
      "import { b } from '../../../server/src/b.ts'",
      'the page imports packages, its own folder and the examples that it shows',
    )
  })
})

describe('the import rules everywhere', () => {
  test('reject a cycle once, also of types', () => {
    const sources = new Map([
      ['server/src/session/a.ts', "import type { B } from './b.ts'"],
      ['server/src/session/b.ts', "import { c } from './c.ts'"],
      ['server/src/session/c.ts', "import { a } from './a.ts'"],
    ])
    assert.deepEqual(checkImports(sources), [
      'import cycle: server/src/session/a.ts > server/src/session/b.ts > server/src/session/c.ts > server/src/session/a.ts',
    ])
  })

  test('reject a folder with too many files', () => {
    const createFiles = (count: number) =>
      new Map(Array.from({ length: count }, (_, index) => [`contract/src/a${index}.ts`, '']))
    assert.deepEqual(checkImports(createFiles(25)), [])
    assert.deepEqual(checkImports(createFiles(26)), ['contract/src/ has 26 files: at most 25'])
  })
})
