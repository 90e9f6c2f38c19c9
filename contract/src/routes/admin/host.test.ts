import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { errorsOf } from '../../error/route-errors.ts'
import { isLoopbackHost, wildcardFor } from '../../host/host-name.ts'
import { GROUPS_PER_APP } from '../../limits/app-limits.ts'
import type { Route } from '../../route.ts'
import * as schemas from '../../schemas/admin/host.ts'
import {
  createHost,
  createHostToken,
  deleteHost,
  deleteHostToken,
  listHosts,
  rotateCheckPath,
  updateHost,
} from './host.ts'

const LABEL = 'a'.repeat(63)

describe('hostNameSchema', () => {
  test('accepts a whole host name in lower case, with or without a port', () => {
    const names = [
      'a',
      'wiki.example',
      'a-1.b-2.example',
      'wiki.example:8443',
      'localhost:1',
      '127.0.0.1',
      '0.a',
      LABEL,
    ]
    for (const name of [...names, `${LABEL}.${LABEL}.example:65535`])
      assert.equal(schemas.hostNameSchema.safeParse(name).success, true, name)
  })

  test('rejects patterns, upper case, schemes, paths and labels that cannot be in a name', () => {
    const others = ['', '*', '*.example', 'Wiki.example', '-a', 'a-', 'a-.b', '-a.b', 'a..b', '.a', 'a.', 'a_b', 'a b']
    const addresses = [
      'https://a',
      'a/b',
      'me@a',
      'a:',
      'a:0',
      'a:01',
      'a:123456',
      'a:b',
      '[::1]',
      `${LABEL}a`,
      `${LABEL}a.b`,
    ]
    for (const name of [...others, ...addresses, 'a:1x', 'a\n', '_a', '.a:1'])
      assert.equal(schemas.hostNameSchema.safeParse(name).success, false, name)
  })

  test('rejects a name that is too long', () => {
    const name = Array.from({ length: 5 }, () => 'a'.repeat(51)).join('.')
    assert.equal(schemas.hostNameSchema.safeParse(`${name}a`).success, true)
    assert.equal(schemas.hostNameSchema.safeParse(`${name}a`).data?.length, 260)
    assert.equal(schemas.hostNameSchema.safeParse(`${name}ab`).success, false)
  })
})

describe('hostPatternSchema', () => {
  test('accepts host names and one leading wildcard label', () => {
    const names = [
      'wiki.example',
      'localhost:3000',
      '*.example.com',
      '*.a.example.com:8443',
      '*.localhost',
      '*.localhost:1',
    ]
    for (const name of names) assert.equal(schemas.hostPatternSchema.safeParse(name).success, true, name)
  })

  test('rejects wildcards that cover too much, stand elsewhere or are part of a label', () => {
    const broad = ['*', '*.', '*.com', '*.com:8443', '*.localhost.', '*:8443', '**.example.com', '*.*.example.com']
    const misplaced = ['a.*.example.com', 'a.*', 'example.*', 'a*.example.com', '*a.example.com', 'example.com.*']
    for (const name of [
      ...broad,
      ...misplaced,
      '*.Example.com',
      '*.-a.example.com',
      '*.example.com:0',
      '*.a..b',
      '*example.com',
    ])
      assert.equal(schemas.hostPatternSchema.safeParse(name).success, false, name)
    assert.equal(schemas.hostPatternSchema.safeParse(`*.${'a.'.repeat(128)}example`).success, false)
  })
})

describe('wildcardFor', () => {
  test('replaces the first label and keeps the port', () => {
    const names = ['a.example.com', 'a.b.example.com:8443', 'a.localhost:80', 'localhost', 'localhost:3000']
    assert.deepEqual(names.map(wildcardFor), ['*.example.com', '*.b.example.com:8443', '*.localhost:80', '*', '*:3000'])
  })
})

describe('isLoopbackHost', () => {
  test('accepts loopback names and addresses', () => {
    for (const host of [
      'localhost',
      'localhost:3000',
      'a.localhost',
      'a-1.b.localhost:8080',
      '*.localhost:8080',
      '127.0.0.1',
      '127.10.20.255:443',
    ])
      assert.equal(isLoopbackHost(host), true, host)
  })

  test('rejects names that only resemble loopback names', () => {
    const names = [
      'localhost.example',
      'xlocalhost',
      'x localhost',
      'localhost:',
      'localhost:a',
      'localhost:1x',
      '.localhost',
    ]
    const addresses = [
      '127.0.0.1.example',
      'x127.0.0.1',
      '127.0.0',
      '127.0.0.a',
      '127.a.0.1',
      '127.0..1',
      '128.0.0.1',
      '127x0.0.1',
    ]
    for (const host of [
      ...names,
      ...addresses,
      '127.0.0x1',
      '127.0x0.1',
      'a.localhost.example',
      'example',
      'a_b.localhost',
    ])
      assert.equal(isLoopbackHost(host), false, host)
  })
})

describe('routes for protected hosts', () => {
  test('let only people with the permission "hosts" call', () => {
    const hostRoutes = [listHosts, createHost, updateHost, deleteHost]
    for (const route of [...hostRoutes, rotateCheckPath, createHostToken, deleteHostToken])
      assert.deepEqual([route.caller, route.permission], ['session', 'hosts'])
  })

  test('require admin mode to change anything, and a version to change what exists', () => {
    const changes = [createHost, updateHost, deleteHost].map(({ method, path, status, stepUp, ...route }) => ({
      call: `${method} ${path}`,
      status,
      stepUp,
      versioned: 'versioned' in route && route.versioned,
    }))
    const stepUp = 'admin'
    assert.deepEqual(changes, [
      { call: 'POST /api/admin/hosts', status: 201, stepUp, versioned: false },
      { call: 'PATCH /api/admin/hosts/:id', status: 200, stepUp, versioned: true },
      { call: 'DELETE /api/admin/hosts/:id', status: 204, stepUp, versioned: true },
    ])
    assert.equal(`${listHosts.method} ${listHosts.path} ${listHosts.status}`, 'GET /api/admin/hosts 200')
  })

  test('require admin mode for a new check path, and a signature that names the host for its tokens', () => {
    const changes = [rotateCheckPath, createHostToken, deleteHostToken].map(({ method, path, status, stepUp }) => ({
      call: `${method} ${path}`,
      status,
      stepUp,
    }))
    const stepUp = { action: 'hosts.tokens', target: ['id'] }
    assert.deepEqual(changes, [
      { call: 'POST /api/admin/hosts/check-path/rotate', status: 204, stepUp: 'admin' },
      { call: 'POST /api/admin/hosts/:id/tokens', status: 201, stepUp },
      { call: 'DELETE /api/admin/hosts/:id/tokens/:tokenId', status: 204, stepUp },
    ])
  })

  test('name every error they answer with', () => {
    const ownErrors = (route: Route) => errorsOf(route).filter((code) => !listed.has(code))
    const listed = new Set(errorsOf(listHosts))
    assert.deepEqual(ownErrors(createHost), ['step_up_required', 'host_taken', 'host_limit'])
    assert.deepEqual(ownErrors(updateHost), [
      'step_up_required',
      'version_conflict',
      'precondition_required',
      'host_taken',
    ])
    assert.deepEqual(ownErrors(deleteHost), ['step_up_required', 'version_conflict', 'precondition_required'])
    assert.deepEqual(ownErrors(rotateCheckPath), ['step_up_required'])
    assert.deepEqual(ownErrors(createHostToken), ['step_up_required', 'wallet_too_new', 'host_token_limit'])
    assert.deepEqual(ownErrors(deleteHostToken), ['step_up_required', 'wallet_too_new'])
    for (const code of listed)
      for (const route of [createHost, updateHost, deleteHost]) assert.ok(errorsOf(route).includes(code))
  })

  test('accept the fields of a host and nothing else', () => {
    const group = 'grp_01KA3B8Q00ABCDEFGHJKMNPQRS'
    const full = { host: 'wiki.example', name: 'Wiki', access: 'groups', groupIds: [group] }
    assert.equal(schemas.createHost.body.safeParse(full).success, true)
    assert.equal(
      schemas.createHost.body.safeParse({ host: full.host, name: full.name, access: 'everyone' }).success,
      true,
    )
    assert.equal(schemas.createHost.body.safeParse({ host: full.host, name: full.name }).success, false)
    assert.equal(schemas.createHost.body.safeParse({ ...full, access: 'nobody' }).success, false)
    assert.equal(schemas.createHost.body.safeParse({ host: full.host, access: 'everyone' }).success, false)
    assert.equal(
      schemas.createHost.body.safeParse({ ...full, groupIds: ['app_01KA3B8Q00ABCDEFGHJKMNPQRS'] }).success,
      false,
    )
    assert.equal(schemas.createHost.body.safeParse({ ...full, enabled: true }).success, false)
    assert.equal(schemas.updateHost.body.safeParse({ name: 'Wiki', enabled: false, groupIds: [group] }).success, true)
    assert.equal(schemas.updateHost.body.safeParse({ host: 'other.example' }).success, false)
  })

  test('accept as many groups as an app can have', () => {
    const groupIds = Array.from({ length: GROUPS_PER_APP }, () => 'grp_01KA3B8Q00ABCDEFGHJKMNPQRS')
    assert.equal(schemas.updateHost.body.safeParse({ groupIds }).success, true)
    assert.equal(schemas.updateHost.body.safeParse({ groupIds: [...groupIds, ...groupIds.slice(0, 1)] }).success, false)
  })

  test('answer with whole hosts', () => {
    const host = {
      id: 'hst_01KA3B8Q00ABCDEFGHJKMNPQRS',
      host: 'wiki.example',
      name: 'Wiki',
      enabled: true,
      access: 'groups',
      groupIds: ['grp_01KA3B8Q00ABCDEFGHJKMNPQRS'],
      rules: [{ path: '/api/*', methods: ['GET'], access: 'public', groupIds: [] }],
      headers: [{ header: 'X-WEBAUTH-USER', value: 'id' }],
      tokens: [
        {
          id: 'htk_01KA3B8Q00ABCDEFGHJKMNPQRS',
          name: 'ci',
          hint: 'abcd',
          createdAt: '2026-11-15T10:00:00.000Z',
          expiresAt: null,
          lastUsedAt: null,
        },
      ],
      createdAt: '2026-11-15T10:00:00.000Z',
      version: 1,
    }
    const listed = { items: [host], checkPath: '/forward-auth/check-x' }
    assert.deepEqual(schemas.listHosts.answer.parse(listed), listed)
    assert.equal(schemas.hostSchema.safeParse({ ...host, id: host.groupIds[0] }).success, false)
    assert.equal(schemas.hostSchema.safeParse({ ...host, groupIds: [host.id] }).success, false)
    assert.equal(schemas.hostSchema.safeParse({ ...host, secret: 'x' }).success, false)
    assert.equal(schemas.listHosts.answer.safeParse({}).success, false)
  })
})
