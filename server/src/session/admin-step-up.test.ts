import assert from 'node:assert/strict'
import { test } from 'node:test'
import { refusalOf } from '../../../test/support/answers.ts'
import { forDefaultEngine } from '../../../test/support/engines.ts'
import { settle } from '../../../test/support/operator.ts'
import { startServer } from '../../../test/support/server.ts'

const PERSON = '/api/admin/people/per_00000000000000000000000000'
const NETWORK = '/api/admin/networks/net_00000000000000000000000000'
const HOST = '/api/admin/hosts/hst_00000000000000000000000000'
const GROUP = '/api/admin/groups/grp_00000000000000000000000000'
const gnosis = { chainId: 100, name: 'Gnosis', urls: ['https://rpc.example'] }

forDefaultEngine('admins', (engine) => {
  test('need a recent signature to change people, groups, networks and protected hosts', async () => {
    const server = await startServer(engine)
    try {
      const { change } = await settle(server, 'admin')
      for (const [method, path, body, action] of [
        ['PATCH', PERSON, { status: 'suspended', reason: 'Sold the laptop' }, 'people.write'],
        ['POST', `${PERSON}/sign-out`, undefined, 'people.write'],
        ['POST', '/api/admin/networks', gnosis, 'networks.write'],
        ['PATCH', NETWORK, { enabled: false }, 'networks.write'],
        ['DELETE', NETWORK, undefined, 'networks.write'],
        ['POST', '/api/admin/hosts', { host: 'wiki.example', name: 'Wiki' }, 'hosts.write'],
        ['PATCH', HOST, { enabled: false }, 'hosts.write'],
        ['DELETE', HOST, undefined, 'hosts.write'],
        ['PATCH', GROUP, { name: 'Staff' }, 'groups.write'],
        ['DELETE', GROUP, undefined, 'groups.write'],
        ['PUT', `${GROUP}/members`, { add: [], remove: [] }, 'groups.write'],
      ] as const) {
        const { act } = refusalOf(await change(method, path, body), 'step_up_required')
        assert.deepEqual(act, { action }, `${method} ${path}`)
      }
    } finally {
      await server.close()
    }
  })
})
