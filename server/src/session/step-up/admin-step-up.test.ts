import assert from 'node:assert/strict'
import { test } from 'node:test'
import { forDefaultEngine } from '../../../../test/support/database/engines.ts'
import { addPerson } from '../../../../test/support/server/people.ts'
import { expectProblem } from '../../../../test/support/server/responses.ts'
import { startServer } from '../../../../test/support/server/server.ts'

const PERSON = '/api/admin/people/per_00000000000000000000000000'
const HOST = '/api/admin/hosts/hst_00000000000000000000000000'
const GROUP = '/api/admin/groups/grp_00000000000000000000000000'

forDefaultEngine('admin mode', (engine) => {
  test('is required to change people, groups and protected hosts', async () => {
    const server = await startServer(engine)
    try {
      const { change } = await addPerson(server, 'admin')
      for (const [method, path, body, action] of [
        ['PATCH', PERSON, { status: 'suspended', reason: 'Sold the laptop' }, 'admin.mode'],
        ['POST', `${PERSON}/sign-out`, undefined, 'admin.mode'],
        ['POST', '/api/admin/hosts', { host: 'wiki.example', name: 'Wiki', access: 'everyone' }, 'admin.mode'],
        ['PATCH', HOST, { enabled: false }, 'admin.mode'],
        ['DELETE', HOST, undefined, 'admin.mode'],
        ['PATCH', GROUP, { name: 'Staff' }, 'admin.mode'],
        ['DELETE', GROUP, undefined, 'admin.mode'],
        ['PUT', `${GROUP}/members`, { add: [], remove: [] }, 'admin.mode'],
      ] as const) {
        const { stepUp } = expectProblem(await change(method, path, body), 'step_up_required')
        assert.deepEqual(stepUp, { action }, `${method} ${path}`)
      }
    } finally {
      await server.close()
    }
  })
})
