import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Role } from '@countersign/contract/permission.ts'
import { forDefaultEngine } from '../../../test/support/database/engines.ts'
import { changeRows, readRows } from '../../../test/support/database/rows.ts'
import type { HttpResponse } from '../../../test/support/server/http-browser.ts'
import { addPerson, grantStepUp, type TestPerson } from '../../../test/support/server/people.ts'
import { expectProblem } from '../../../test/support/server/responses.ts'
import { startServer, type TestServer } from '../../../test/support/server/server.ts'

const CLOSE_ADMIN_MODE = 'UPDATE session SET admin_until = NULL WHERE id = ?'
const END_SESSION = "UPDATE session SET ended_at = 1, end_reason = 'revoked_self' WHERE id = ?"

forDefaultEngine('authority that is lost before the transaction of a request', (engine) => {
  let server: TestServer
  before(async () => {
    server = await startServer(engine)
  })
  after(() => server.close())

  async function addAdmin(role: Role = 'admin'): Promise<TestPerson> {
    const admin = await addPerson(server, role)
    await grantStepUp(server, admin, 'admin.mode')
    return admin
  }

  /** `change` happens after the request was admitted with its body. */
  async function send(request: () => Promise<HttpResponse>, change: () => Promise<unknown>): Promise<HttpResponse> {
    const { context } = server
    const { store } = context
    context.store = {
      ...store,
      async transaction(work, options) {
        context.store = store
        await change()
        return store.transaction(work, options)
      },
    }
    return request()
  }

  const createGroup = ({ browser }: TestPerson) => browser.post('/api/admin/groups', { name: 'Staff', slug: 'staff' })
  const demote = ({ id }: TestPerson) => changeRows(server, "UPDATE person SET role = 'member' WHERE id = ?", id)
  const countGroups = async () => (await readRows(server, 'SELECT id FROM people_group')).length

  test('is refused without the role', async () => {
    const admin = await addAdmin()
    expectProblem(
      await send(
        () => createGroup(admin),
        () => demote(admin),
      ),
      'forbidden',
    )
    assert.equal(await countGroups(), 0)
  })

  test('is refused without admin mode', async () => {
    const admin = await addAdmin()
    const response = await send(
      () => createGroup(admin),
      () => changeRows(server, CLOSE_ADMIN_MODE, admin.sessionId),
    )
    assert.deepEqual(expectProblem(response, 'step_up_required').stepUp, { action: 'admin.mode' })
    assert.equal(await countGroups(), 0)
  })

  test('is refused without the session', async () => {
    const admin = await addAdmin()
    const response = await send(
      () => createGroup(admin),
      () => changeRows(server, END_SESSION, admin.sessionId),
    )
    expectProblem(response, 'session_revoked')
    assert.equal(await countGroups(), 0)
  })

  test('is refused without the role where the session is locked', async () => {
    const owner = await addAdmin('owner')
    const dismiss = () => owner.browser.post('/api/admin/checklist/dismiss', { item: 'recovery' })
    expectProblem(await send(dismiss, () => demote(owner)), 'forbidden')
    const stored = "SELECT key FROM setting WHERE key = 'checklist_dismissed'"
    assert.deepEqual(await readRows(server, stored), [])
  })

  test('is refused without admin mode, although the request has the signature that it needs as well', async () => {
    const owner = await addAdmin('owner')
    const { id } = await addPerson(server)
    await grantStepUp(server, owner, `people.role:${id}:auditor`)
    const change = () => owner.change('PATCH', `/api/admin/people/${id}`, { role: 'auditor', displayName: 'Ada' })
    const response = await send(change, () => changeRows(server, CLOSE_ADMIN_MODE, owner.sessionId))
    assert.deepEqual(expectProblem(response, 'step_up_required').stepUp, { action: 'admin.mode' })
    assert.deepEqual(await readRows(server, 'SELECT role FROM person WHERE id = ?', id), [{ role: 'member' }])
  })
})
