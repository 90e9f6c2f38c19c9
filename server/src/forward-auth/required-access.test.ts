import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { HostRule } from '@countersign/contract/host/host-rule.ts'
import { readRequest } from './read-request.ts'
import { isPublic, requiredAccess } from './required-access.ts'

const ADMINS = 'grp_01KA3B8Q00ABCDEFGHJKMNPQRS'
const STAFF = 'grp_01KA3B8Q00ABCDEFGHJKMNPQRT'

const rule = (path: string, access: HostRule['access'], more: Partial<HostRule> = {}): HostRule => ({
  path,
  methods: [],
  access,
  groupIds: [],
  ...more,
})
const hostWith = (...rules: HostRule[]) => ({ access: 'groups' as const, groupIds: [STAFF], rules })
type TestHost = Parameters<typeof requiredAccess>[0]

/** `refused` when the request is rejected before any rule, else the distinct accesses and groups. */
function requiredAccessOf(host: TestHost, target: string, method = 'GET'): string {
  const parsed = readRequest({
    'x-forwarded-method': method,
    'x-forwarded-proto': 'https',
    'x-forwarded-host': 'a.example',
    'x-forwarded-uri': target,
  })
  if (!parsed) return 'refused'
  const names = requiredAccess(host, parsed).map(({ access, groupIds }) =>
    groupIds.includes(ADMINS) ? 'admins' : groupIds.includes(STAFF) ? 'staff' : access,
  )
  return [...new Set(names)].sort().join(' ')
}

describe('requiredAccess', () => {
  test('is the access of the host when no rule matches', () => {
    assert.equal(requiredAccessOf(hostWith(), '/x'), 'staff')
    assert.equal(requiredAccessOf(hostWith(rule('/public/*', 'public')), '/x'), 'staff')
  })

  test('is that of the first rule that matches', () => {
    const host = hostWith(
      rule('/docs/secret/*', 'groups', { groupIds: [ADMINS] }),
      rule('/docs/*', 'public'),
      rule('/docs/guide', 'everyone'),
    )
    assert.equal(requiredAccessOf(host, '/docs/secret/x'), 'admins')
    assert.equal(requiredAccessOf(host, '/docs/guide'), 'public')
    assert.equal(requiredAccessOf(host, '/docs/guide?x=/../admin'), 'public')
  })

  test('matches an exact path and nothing below it', () => {
    const host = hostWith(rule('/health', 'public'))
    for (const path of ['/health', '/health/']) assert.equal(requiredAccessOf(host, path), 'public', path)
    for (const path of ['/health/x', '/healthz', '/x/health', '/'])
      assert.equal(requiredAccessOf(host, path), 'staff', path)
  })

  test('matches an exact path with and without a slash at its end, as sites serve it', () => {
    const host = hostWith(rule('/docs/', 'groups', { groupIds: [ADMINS] }), rule('/', 'public'))
    for (const path of ['/docs', '/docs/', '/Docs', '/docs;x', '/do%63s'])
      assert.match(requiredAccessOf(host, path), /admins/, path)
    assert.equal(requiredAccessOf(host, '/docs/x'), 'staff')
    assert.equal(requiredAccessOf(host, '/'), 'public')
  })

  test('matches a folder and its contents, not a common prefix', () => {
    const host = hostWith(rule('/api/*', 'public'))
    for (const path of ['/api', '/api/', '/api/x', '/api/x/y.z'])
      assert.equal(requiredAccessOf(host, path), 'public', path)
    for (const path of ['/apix', '/api2/x', '/x/api/']) assert.equal(requiredAccessOf(host, path), 'staff', path)
    for (const path of ['/', '/x', '/x/y/'])
      assert.equal(requiredAccessOf(hostWith(rule('/*', 'public')), path), 'public', path)
  })

  test('matches the methods of a rule, and HEAD where it has GET', () => {
    const host = hostWith(rule('/api/*', 'public', { methods: ['GET', 'OPTIONS'] }))
    for (const method of ['GET', 'HEAD', 'OPTIONS'])
      assert.equal(requiredAccessOf(host, '/api/x', method), 'public', method)
    for (const method of ['POST', 'DELETE', 'PROPFIND'])
      assert.equal(requiredAccessOf(host, '/api/x', method), 'staff', method)
    assert.equal(requiredAccessOf(hostWith(rule('/x', 'public', { methods: ['HEAD'] })), '/x', 'GET'), 'staff')
    for (const method of ['PROPFIND', 'HEAD'])
      assert.equal(requiredAccessOf(hostWith(rule('/x', 'public', { methods: ['POST'] })), '/x', method), 'staff')
  })

  test('is never public for a request whose method may be overridden', () => {
    const host = hostWith(rule('/api/*', 'public', { methods: ['GET'] }))
    const parsed = { path: '/api/x', method: 'GET' }
    assert.equal(isPublic(requiredAccess(host, parsed)), true)
    assert.equal(isPublic(requiredAccess(host, { ...parsed, overrides: ['GET'] })), false)
  })

  test('needs the access of each method that a header names', () => {
    const host = hostWith(
      rule('/api/*', 'groups', { methods: ['DELETE'], groupIds: [ADMINS] }),
      rule('/api/*', 'everyone'),
    )
    const accessOf = (...overrides: string[]) =>
      requiredAccess(host, { path: '/api/x', method: 'POST', overrides }).map(({ access }) => access)
    assert.deepEqual([accessOf(), accessOf('PUT')], [['everyone'], ['everyone']])
    assert.deepEqual(accessOf('DELETE'), ['everyone', 'groups'])
    assert.deepEqual(accessOf('PUT', 'DELETE'), ['everyone', 'groups'])
    const unknown = Array.from({ length: 5000 }, (_, index) => `M${index}`)
    assert.deepEqual([accessOf(...unknown), accessOf(...unknown, 'DELETE')], [['everyone'], ['everyone', 'groups']])
  })

  test('decodes escapes of unreserved characters', () => {
    const host = hostWith(rule('/~ann/*', 'public'), rule('/a-b_c.d', 'public'))
    for (const path of ['/%7Eann/x', '/%7eann/x', '/~%61nn/x', '/a%2Db%5Fc%2Ed', '/a%2db%5fc%2ed'])
      assert.equal(requiredAccessOf(host, path), 'public', path)
  })

  test('decodes the rest of a path that contains a byte that is not UTF-8', () => {
    const host = hostWith(rule('/admin/*', 'groups', { groupIds: [ADMINS] }))
    for (const path of ['/%61dmin/x%ff', '/%61dmin/x;%ff', '/admin;%ff/x', '/%61dmin%2e/%fe%ff', '/ad%6Din/%80'])
      assert.match(requiredAccessOf(host, path), /admins/, path)
  })

  const admins = hostWith(
    rule('/admin/*', 'groups', { groupIds: [ADMINS] }),
    rule('/exact', 'groups', { groupIds: [ADMINS] }),
    rule('/users/kim', 'groups', { groupIds: [ADMINS] }),
  )

  test('needs the access of what a site reads that decodes before it looks for the query', () => {
    for (const path of ['/admin%3f', '/admin%3F/x', '/admin%23x', '/exact%3fa=b', '/%65xact%23', '/x%3b/../admin%3f'])
      assert.match(requiredAccessOf(admins, path), /admins|refused/, path)
    assert.equal(requiredAccessOf(admins, '/x?/admin/secret'), 'staff')
  })

  test('needs the access of what a site reads that ignores bytes that are not UTF-8', () => {
    for (const path of ['/ad%ffmin/x', '/%ffadmin/x', '/admin%a0', '/%65x%f8%80%80%80%afact', '/%a0/admin/x'])
      assert.match(requiredAccessOf(admins, path), /admins/, path)
  })

  test('needs the access of what a site reads that decodes Latin-1 and ignores accents', () => {
    for (const path of ['/%E1dmin/x', '/adm%EDn', '/%C8xact', '/us%E9rs/k%CCm', '/%E1dmin%C3%A9;x/..x'])
      assert.match(requiredAccessOf(admins, path), path.includes(';') ? /staff/ : /admins/, path)
  })

  test('needs the access of what a site reads that trims or folds characters', () => {
    const folded = ['/%EF%BD%81dmin/x', '/%EF%BC%8Fadmin/x', '/%C3%A1dmin/x', '/adm%C4%B1n/x', '/adm%C4%B0n/x']
    const kim = ['/u%C5%BFers/kim', '/users/%E2%84%AAim', '/users/%EF%BC%AB%C3%8Dm']
    const trimmed = [
      '/%20admin/x',
      '/admin%C2%A0/x',
      '/admin%E3%80%80',
      '/%EF%BB%BFexact',
      '/%EF%BC%BC%20admin%20/x',
      '/admin%20./x',
      '/admin%EF%BC%BCx',
    ]
    const parents = ['/x/%E2%80%A4%E2%80%A4/admin/x', '/x%EF%BC%8F..%EF%BC%8Fadmin', '/x/.%E2%80%A4/admin']
    for (const path of [...folded, ...kim, ...trimmed, ...parents])
      assert.match(requiredAccessOf(admins, path), /admins/, path)
  })

  test('needs the access of what a site reads that ignores invisible characters, such as macOS in file names', () => {
    for (const character of [
      '%C2%AD',
      '%E2%80%8B',
      '%E2%80%8C',
      '%EF%BB%BF',
      '%E2%80%8F',
      '%F3%A0%80%A0',
      '%ff%E2%81%A0',
    ])
      for (const path of [
        `/ad${character}min/x`,
        `/${character}admin`,
        `/exact${character}`,
        `/x/.${character}./admin`,
      ])
        assert.match(requiredAccessOf(admins, path), /admins/, path)
  })

  test('needs the access of the file whose NTFS stream is named', () => {
    const streams = ['/exact::$DATA', '/exact%3a%3a$data', '/EXACT::%24DATA', '/admin::$INDEX_ALLOCATION/x']
    for (const path of [...streams, '/admin:$I30:$INDEX_ALLOCATION/x', '/users/kim::$DATA;x'])
      assert.match(requiredAccessOf(admins, path), /admins/, path)
    for (const path of ['/exact:x', '/exact$', '/w/exact::$DATA']) assert.equal(requiredAccessOf(admins, path), 'staff')
  })

  test('does not take names in other scripts for names of rules', () => {
    for (const path of [
      '/%E6%97%A5%E6%9C%AC/admin/x',
      '/%D0%B0dmin/x',
      '/caf%C3%A9/exact',
      '/a%EF%BC%8Fadmin/x',
      '/adm/in',
    ])
      assert.equal(requiredAccessOf(admins, path), 'staff', path)
  })

  test('refuses what a site may take for another host', () => {
    const host = hostWith(rule('/admin/*', 'groups', { groupIds: [ADMINS] }))
    for (const path of ['//x/admin/secret.txt', '//', '//x', '///admin/x', '//%61dmin/secret.txt;%ff'])
      assert.equal(requiredAccessOf(host, path), 'refused', path)
  })

  test('stays public for names in other scripts and with spaces', () => {
    const host = hostWith(rule('/public/*', 'public'))
    for (const path of ['/public/caf%C3%A9.png', '/public/a%20b', '/public/%E6%97%A5%E6%9C%AC', '/public/a.b/c,d=e'])
      assert.equal(requiredAccessOf(host, path), 'public', path)
  })

  test('skips public rules for an ambiguous path', () => {
    const host = hostWith(rule('/a/*', 'public'), rule('/a/*', 'everyone'))
    assert.equal(requiredAccessOf(host, '/a/x'), 'public')
    assert.equal(requiredAccessOf(host, '/a/x;y'), 'everyone')
  })
})

/** Each is parsed as a path under /admin by some server, proxy or framework. */
const ATTACKS = [
  '/public/../admin',
  '/public/..',
  '/public/./../admin',
  '/public/%2e%2e/admin',
  '/public/%2E%2e/admin',
  '/public/.%2e/admin',
  '/public/%2e./admin',
  '/public/..%2fadmin',
  '/public/..%2Fadmin',
  '/public%2f..%2fadmin',
  '/public%2F%2e%2e%2Fadmin',
  '/public/..\\admin',
  '/public\\..\\admin',
  '/public/..%5cadmin',
  '/public/..%5Cadmin',
  '/public/%5c../admin',
  '/public/..;/admin',
  '/public/..;x=1/admin',
  '/public/..%3b/admin',
  '/public/..%3B/admin',
  '/public/%2e%2e;/admin',
  '/public/.;/../admin',
  '/public/%252e%252e/admin',
  '/public/%252E%252E%252fadmin',
  '/public/..%252fadmin',
  '/public/%c0%ae%c0%ae/admin',
  '/public/..%c0%afadmin',
  '/public/..%e0%80%afadmin',
  '/public/%uff0e%uff0e/admin',
  '/public/..%00/admin',
  '/public/%00/../admin',
  '/public/x%00',
  '/public/x%0a',
  '/public/x%0D%0Aadmin',
  '/public/x%7f',
  '/public/%EF%BC%8E%EF%BC%8E/admin',
  '/public/..%EF%BC%8Fadmin',
  '/public/%EF%BC%8Fadmin',
  '/public/%E2%80%A5/admin',
  '/public/%EF%BC%9Badmin',
  '/public/x%EF%BC%BCadmin',
  '/public/. ./admin',
  '/public/..%20/admin',
  '/public/.%20./admin',
  '/public/x./admin',
  '/public/x.',
  '/public/x%20',
  '/public/..%F0%9F%92%A9/admin',
  '//admin',
  '///admin',
  '/public//../admin',
  '//public/x',
  '/public//x',
  '/public/x;y',
  '/public;x/y',
  '/public/x%3By',
  '/public/x%3Fy',
  '/public/x%23y',
  '/public/x%25y',
  '/public/x%2',
  '/public/x%ff',
  '/public/x#/admin',
  'public/x',
  'https://a.example/public/x',
]

/** Spellings of /admin without dot segments, tested with a public rule for `/*`. */
const ENCODED_PATHS = [
  '/admin',
  '/admin/',
  '/admin/x',
  '/%61dmin',
  '/%61%64%6D%69%6E',
  '/%61%64%6d%69%6e/x',
  '/Admin',
  '/ADMIN/x',
  '/%41dmin',
  '//admin',
  '/x/..//admin',
  '/;/admin',
  '/;x=1/admin/y',
  '/admin;x',
  '/admin;x=1/y',
  '/admin%3bx',
  '/admin.',
  '/admin%2e',
  '/admin%20',
  '/admin./x',
  '/admin%20/x',
  '/admin/.',
  '/.//admin',
  '/%2fadmin',
  '/%5cadmin',
  '/admin%00',
  '/admin%2fx',
]

describe('isPublic', () => {
  test('needs every access to be public', () => {
    const [open, closed] = [rule('/', 'public'), rule('/', 'everyone')]
    assert.deepEqual([isPublic([open]), isPublic([open, closed]), isPublic([closed])], [true, false, false])
  })
})

describe('a public rule', () => {
  test('opens no other path, however it is written', () => {
    const host = hostWith(rule('/public/*', 'public'))
    for (const path of ATTACKS) assert.match(requiredAccessOf(host, path), /^(?:refused|staff)$/, path)
  })

  test('for everything does not override an earlier rule', () => {
    const host = hostWith(rule('/admin/*', 'groups', { groupIds: [ADMINS] }), rule('/*', 'public'))
    for (const path of ENCODED_PATHS)
      assert.match(requiredAccessOf(host, path), /^refused$|^(?:.* )?admins(?: .*)?$|^staff$/, path)
    for (const path of [...ATTACKS, ...ENCODED_PATHS])
      assert.doesNotMatch(requiredAccessOf(host, path), /^public$/, path)
    assert.equal(requiredAccessOf(host, '/x'), 'public')
  })

  test('with a method opens no other method', () => {
    const host = hostWith(rule('/public/*', 'public', { methods: ['GET'] }))
    for (const method of ['POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE'])
      assert.equal(requiredAccessOf(host, '/public/x', method), 'staff', method)
    for (const path of ATTACKS) assert.match(requiredAccessOf(host, path), /^(?:refused|staff)$/, path)
  })
})

test('requiredAccess reads a long run of dots in linear time', { timeout: 5000 }, () => {
  const host = hostWith(rule('/admin/*', 'groups', { groupIds: [ADMINS] }))
  for (const run of ['.', '%20', '%2e', ';', '//']) {
    const path = `/admin/${run.repeat(200_000)}x`
    assert.ok(requiredAccess(host, { path, method: 'GET' }).length > 0)
  }
})

describe('a rule for groups', () => {
  test('holds for every spelling of its path that a site may understand', () => {
    const host = {
      access: 'everyone' as const,
      groupIds: [],
      rules: [rule('/admin/*', 'groups', { groupIds: [ADMINS] })],
    }
    for (const path of ENCODED_PATHS) assert.match(requiredAccessOf(host, path), /refused|admins/, path)
    assert.equal(requiredAccessOf(host, '/x'), 'everyone')
  })

  test('never widens the access of the literal path', () => {
    const host = hostWith(rule('/Docs/*', 'everyone'))
    assert.equal(requiredAccessOf(host, '/Docs/x'), 'everyone')
    assert.equal(requiredAccessOf(host, '/docs/x'), 'everyone staff')
  })
})
