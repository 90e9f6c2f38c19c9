import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import {
  checkDependencies,
  fillTables,
  LOCKFILE,
  reviewAll,
  SERVER_PACKAGES_MAX,
} from '../../scripts/dependencies/check.ts'
import { type Lockfile, listPackages, readTree } from '../../scripts/dependencies/lockfile.ts'

const REASONS = `
| Package | Where | Why |
| --- | --- | --- |
| \`pg\` (\`pg/lib\`) | server, \`platform/\` only | PostgreSQL |
| \`react\`, \`shared\` | web | the page |
| \`tester\` | tests | tests |

<!-- packages of the server -->
<!-- end -->
`

const released = (fields: object) => ({ version: '1.0.0', license: 'MIT', integrity: 'sha512-x', ...fields })

/** A server with `pg`, which brings `types`, a page with `react`, and a package for tests under another license. */
const example = {
  '': { dependencies: { pg: '1.0.0' }, devDependencies: { '@site/contract': '*', tester: '1.0.0' } },
  contract: { dependencies: { shared: '1.0.0' } },
  web: { dependencies: { '@site/contract': '*', react: '1.0.0', shared: '2.0.0' } },
  'node_modules/@site/contract': { resolved: 'contract', link: true },
  'node_modules/@site/web': { resolved: 'web', link: true },
  'node_modules/pg': released({ dependencies: { types: '1.0.0' }, peerDependencies: { native: '*' } }),
  'node_modules/pg/node_modules/types': released({ license: 'ISC', dependencies: { shared: '1.0.0' } }),
  'node_modules/types': released({ version: '2.0.0' }),
  'node_modules/shared': released({ license: '(MIT OR Apache-2.0)' }),
  'node_modules/react': released({ optionalDependencies: { elsewhere: '1.0.0' } }),
  'node_modules/tester': released({ license: 'MPL-2.0', dependencies: { types: '2.0.0' } }),
}

type Change = Record<string, object | undefined>

function lockfilesWith(change: Change = {}): Record<string, Lockfile> {
  const entries = Object.entries({ ...example, ...change }).filter(([, entry]) => entry !== undefined)
  return { [LOCKFILE]: { packages: Object.fromEntries(entries) } }
}

const reviewed = reviewAll(lockfilesWith())

/** The problems of a change that nobody reviewed. */
function check(change: Change, document = REASONS): string[] {
  return checkDependencies({ lockfiles: lockfilesWith(change), reviewed, document })
}

/** The problems that remain after a review. */
function checkReviewed(change: Change, document = REASONS): string[] {
  const lockfiles = lockfilesWith(change)
  return checkDependencies({ lockfiles, reviewed: reviewAll(lockfiles), document })
}

const pg = example['node_modules/pg']
const web = { ...example.web, dependencies: { ...example.web.dependencies, left: '1.0.0' } }

describe('the check of dependencies', () => {
  test('accepts what was reviewed', () => {
    assert.deepEqual(check({}), [])
  })

  const CHANGES: [what: string, change: Change, problem: string][] = [
    ['a new package', { 'node_modules/left': released({}) }, 'left@1.0.0 is not listed'],
    ['a new package in a package', { 'node_modules/pg/node_modules/@a/b': released({}) }, '@a/b@1.0.0 is not listed'],
    ['another version', { 'node_modules/pg': { ...pg, version: '1.0.1' } }, 'pg@1.0.1 is not listed, but 1.0.0'],
    [
      'a second version',
      { 'node_modules/types/node_modules/pg': { ...pg, version: '0.9.0' } },
      'pg@0.9.0 is not listed',
    ],
    [
      'another package behind a name',
      { 'node_modules/tester': released({ name: 'evil' }) },
      'evil@1.0.0 is not listed',
    ],
    [
      'another license',
      { 'node_modules/pg': { ...pg, license: 'ISC' } },
      'pg@1.0.0 is under ISC, and listed under MIT',
    ],
    [
      'no license any more',
      { 'node_modules/tester': released({ license: undefined }) },
      'tester@1.0.0 is under unknown, and listed under MPL-2.0',
    ],
    ['no integrity', { 'node_modules/pg': { ...pg, integrity: undefined } }, 'pg@1.0.0 has no SHA-512 integrity'],
    ['a weak hash', { 'node_modules/pg': { ...pg, integrity: 'sha1-x' } }, 'pg@1.0.0 has no SHA-512 integrity'],
    [
      'a host',
      { 'node_modules/pg': { ...pg, resolved: 'https://packages.example/pg.tgz' } },
      'pg@1.0.0 names where it is from: https://packages.example/pg.tgz',
    ],
    [
      'an install script',
      { 'node_modules/pg': { ...pg, hasInstallScript: true } },
      'pg@1.0.0 has an install script, unlike listed',
    ],
  ]
  for (const [what, change, problem] of CHANGES)
    test(`reports ${what} in one line`, () => {
      const problems = check(change).filter((line) => !line.endsWith('is listed, but not there'))
      assert.deepEqual(problems, [`${LOCKFILE}: ${problem}`])
    })

  test('reports a package that is gone, so that its return is reviewed', () => {
    assert.deepEqual(check({ 'node_modules/types': undefined }), [`${LOCKFILE}: types@2.0.0 is listed, but not there`])
  })

  test('reports a new lockfile, and one that is gone', () => {
    const other = { 'test/a/package-lock.json': { packages: { 'node_modules/left': released({}) } } }
    const lockfiles = { ...lockfilesWith(), ...other }
    assert.deepEqual(checkDependencies({ lockfiles, reviewed, document: REASONS }), [
      'test/a/package-lock.json: left@1.0.0 is not listed',
    ])
    assert.deepEqual(
      checkDependencies({ lockfiles: lockfilesWith(), reviewed: reviewAll(lockfiles), document: REASONS }),
      ['test/a/package-lock.json is listed, but there is no such lockfile'],
    )
  })

  test('accepts after a review what is not shipped, whatever its license', () => {
    const change = { 'node_modules/left': released({ license: 'GPL-3.0', hasInstallScript: true }) }
    assert.deepEqual(checkReviewed(change), [])
  })

  for (const license of ['GPL-3.0', 'MIT AND GPL-3.0', '(MIT OR SEE LICENSE IN x)', 'UNLICENSED', undefined])
    test(`rejects a shipped package under ${license ?? 'an unknown license'}, also after a review`, () => {
      const problem = `is shipped under ${license ?? 'unknown'}, which is not a permissive license`
      assert.deepEqual(checkReviewed({ 'node_modules/pg/node_modules/types': released({ license }) }), [
        `${LOCKFILE}: types@1.0.0 ${problem}`,
      ])
      assert.deepEqual(checkReviewed({ 'node_modules/react': released({ license }) }), [
        `${LOCKFILE}: react@1.0.0 ${problem}`,
      ])
    })

  test('rejects missing integrity and hosts also after a review', () => {
    const change = { 'node_modules/tester': released({ integrity: undefined, resolved: 'git+ssh://git.example/t' }) }
    assert.deepEqual(checkReviewed(change), [
      `${LOCKFILE}: tester@1.0.0 has no SHA-512 integrity`,
      `${LOCKFILE}: tester@1.0.0 names where it is from: git+ssh://git.example/t`,
    ])
  })

  test('limits the packages of the server', () => {
    const names = Array.from({ length: SERVER_PACKAGES_MAX - 2 }, (_, index) => `types-${index}`)
    const change = {
      'node_modules/pg/node_modules/types': released({
        dependencies: Object.fromEntries(names.map((name) => [name, '1.0.0'])),
      }),
      ...Object.fromEntries(names.map((name) => [`node_modules/${name}`, released({})])),
    }
    assert.deepEqual(checkReviewed(change), [])
    const more = { ...change, 'node_modules/types-0': released({ dependencies: { types: '2.0.0' } }) }
    assert.deepEqual(checkReviewed(more), [
      `${LOCKFILE}: the server has ${SERVER_PACKAGES_MAX + 1} packages, more than ${SERVER_PACKAGES_MAX}`,
    ])
  })

  test('asks for a reason of each dependency that is shipped, and for no other', () => {
    const document = 'docs/decisions/0002-dependencies.md'
    assert.deepEqual(checkReviewed({ web, 'node_modules/left': released({}) }), [
      `${document}: left has no line for web`,
    ])
    const more = `${REASONS}| \`types\` | server | types |\n`
    assert.deepEqual(checkReviewed({}, more), [`${document}: types has a line, but is no dependency of server`])
  })
})

describe('the packages of the server', () => {
  test('are those that its dependencies lead to', () => {
    const lockfile = lockfilesWith()[LOCKFILE]
    assert.ok(lockfile)
    const namesOf = (folder: string) => readTree(lockfile, folder).packages.map(({ name, version }) => name + version)
    assert.deepEqual(namesOf('').sort(), ['pg1.0.0', 'shared1.0.0', 'types1.0.0'])
    assert.deepEqual(namesOf('web').sort(), ['react1.0.0', 'shared1.0.0'])
    assert.equal(listPackages(lockfile).length, 6)
  })

  test('are in the document with what brings them', () => {
    const document = fillTables(lockfilesWith(), REASONS)
    assert.match(document, /The server has 3 packages, of at most 60\./)
    assert.match(document, /\n\| `pg` \| `types` \|\n\| `types` \| `shared` \|\n<!-- end -->\n/)
    assert.equal(fillTables(lockfilesWith(), document), document)
    assert.throws(() => fillTables(lockfilesWith(), 'no marker'), /no marker/)
  })
})
