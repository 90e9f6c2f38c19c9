import assert from 'node:assert/strict'
import { test } from 'node:test'
import { groups as words } from '../../../words/admin/groups.ts'
import { usesOfGroup } from './uses-of-group.ts'

const { useKinds: kinds } = words

test('links to where the group is used', () => {
  const uses = usesOfGroup({
    apps: [{ id: 'app_1', name: 'Grafana' }],
    hosts: [
      { id: 'hst_1', name: 'Wiki', where: 'access' },
      { id: 'hst_2', name: 'Files', where: 'rules' },
    ],
    rules: [{ id: 'grp_2', name: 'Holders' }],
    registration: true,
  })
  assert.deepEqual(uses, [
    { to: '/admin/apps/app_1/access', name: 'Grafana', kind: kinds.app },
    { to: '/admin/hosts/hst_1/access', name: 'Wiki', kind: kinds.host },
    { to: '/admin/hosts/hst_2/rules', name: 'Files', kind: kinds.host },
    { to: '/admin/groups/grp_2/rule', name: 'Holders', kind: kinds.rule },
    { to: '/admin/settings', name: words.signUp, kind: kinds.settings },
  ])
  assert.deepEqual(usesOfGroup({ apps: [], hosts: [], rules: [], registration: false }), [])
})
