/** One request for every error about groups and protected hosts. */

import type { ErrorCode } from '@countersign/contract/error/errors.ts'
import { GROUPS_MAX, HOSTS_MAX, TOKENS_PER_HOST } from '@countersign/contract/limits/app-limits.ts'
import type { Group } from '@countersign/contract/routes/admin/group.ts'
import type { Host } from '@countersign/contract/routes/admin/host.ts'
import { newId } from '../../../server/src/platform/crypto/id.ts'
import { accessRuleFor } from '../access-rule.ts'
import { changeRows } from '../database/rows.ts'
import type { Browser, HttpResponse } from '../server/http-browser.ts'
import { addPerson, grantStepUp, type TestPerson } from '../server/people.ts'
import type { TestServer } from '../server/server.ts'

type Produce = (server: TestServer, browser: Browser) => Promise<HttpResponse>

const TIMES = 'created_at, updated_at, version'

export const GROUP_ERRORS = {
  async slug_taken(server) {
    const admin = await addGroupAdmin(server)
    await admin.browser.post('/api/admin/groups', { name: 'Team', slug: 'taken' })
    return admin.browser.post('/api/admin/groups', { name: 'Other', slug: 'taken' })
  },
  async group_limit(server) {
    const sql = `INSERT INTO people_group (id, name, slug, ${TIMES}) VALUES (?, 'A group', ?, 1, 1, 1)`
    for (let count = 0; count < GROUPS_MAX; count++)
      await changeRows(server, sql, newId(server.context, 'grp'), `limit-${count}`)
    const response = await (await addGroupAdmin(server)).browser.post('/api/admin/groups', {
      name: 'Team',
      slug: 'one-more',
    })
    await changeRows(server, "DELETE FROM people_group WHERE slug LIKE 'limit-%'")
    return response
  },
  async group_in_use(server) {
    const admin = await addGroupAdmin(server)
    const created = await admin.browser.post('/api/admin/groups', { name: 'Team', slug: 'used' })
    const { id } = created.json as Group // a good answer is one
    await admin.browser.post('/api/admin/hosts', { host: 'used.example', name: 'A site', ...accessRuleFor([id]) })
    return admin.change('DELETE', `/api/admin/groups/${id}`, undefined)
  },
  async host_taken(server) {
    const admin = await addGroupAdmin(server)
    await admin.browser.post('/api/admin/hosts', { host: 'taken.example', name: 'A site', access: 'everyone' })
    return admin.browser.post('/api/admin/hosts', { host: 'taken.example', name: 'Another', access: 'everyone' })
  },
  async host_limit(server) {
    const columns = `id, host, name, enabled, access, group_ids, ${TIMES}`
    const sql = `INSERT INTO protected_host (${columns}) VALUES (?, ?, 'A site', 1, 'everyone', '[]', 1, 1, 1)`
    for (let count = 0; count < HOSTS_MAX; count++)
      await changeRows(server, sql, newId(server.context, 'hst'), `limit${count}.example`)
    const admin = await addGroupAdmin(server)
    const response = await admin.browser.post('/api/admin/hosts', {
      host: 'one-more.example',
      name: 'A site',
      access: 'everyone',
    })
    await changeRows(server, "DELETE FROM protected_host WHERE host LIKE 'limit%'")
    return response
  },
  async host_token_limit(server) {
    const admin = await addGroupAdmin(server)
    const created = await admin.browser.post('/api/admin/hosts', {
      host: 'tokens.example',
      name: 'A site',
      access: 'everyone',
    })
    const { id } = created.json as Host // a good answer is one
    const path = `/api/admin/hosts/${id}/tokens`
    for (let count = 0; count < TOKENS_PER_HOST; count++) await admin.signed('POST', path, { name: `token-${count}` })
    return admin.signed('POST', path, { name: 'one-more' })
  },
} satisfies Partial<Record<ErrorCode, Produce>>

async function addGroupAdmin(server: TestServer): Promise<TestPerson> {
  const admin = await addPerson(server, 'admin')
  await grantStepUp(server, admin, 'admin.mode')
  return admin
}
