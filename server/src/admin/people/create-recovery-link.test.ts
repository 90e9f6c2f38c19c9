import assert from 'node:assert/strict'
import { afterEach, beforeEach, test } from 'node:test'
import { RECOVERY_LINK_MS } from '@countersign/contract/limits.ts'
import { forDefaultEngine } from '../../../../test/support/database/engines.ts'
import { changeRows } from '../../../../test/support/database/rows.ts'
import { newAccount, openBrowser } from '../../../../test/support/server/http-browser.ts'
import { addPerson, grantStepUp, readEvents, type TestPerson } from '../../../../test/support/server/people.ts'
import { expectProblem, expectStarted } from '../../../../test/support/server/responses.ts'
import { startServer, type TestServer } from '../../../../test/support/server/server.ts'
import { requestRecovery } from '../../../../test/support/server/wallets.ts'

const PATH = '/api/admin/people'

forDefaultEngine('recovery links', (engine) => {
  let server: TestServer
  let owner: TestPerson
  let admin: TestPerson
  let member: TestPerson
  beforeEach(async () => {
    server = await startServer(engine)
    owner = await addPerson(server, 'owner')
    admin = await addPerson(server, 'admin')
    member = await addPerson(server)
  })
  afterEach(() => server.close())

  const postRecoveryLink = async (by: TestPerson, target: TestPerson) => {
    await grantStepUp(server, by, `people.recover:${target.id}`)
    return by.browser.post(`${PATH}/${target.id}/recovery-link`)
  }

  test('shows the link once to the admin who created it and expires it after an hour', async () => {
    const response = await postRecoveryLink(admin, member)
    assert.equal(response.status, 201, response.text)
    const { url, expiresAt } = response.json as { url: string; expiresAt: string } // compared next
    assert.match(url, /^http:\/\/localhost:3000\/recover#link=[A-Za-z0-9_-]{27}$/)
    assert.equal(expiresAt, new Date(server.clock.now + RECOVERY_LINK_MS).toISOString())
    assert.deepEqual(
      (await readEvents(server, 'recovery.admin_link')).map(({ actor_id, person_id, data }) => ({
        actor_id,
        person_id,
        data,
      })),
      [{ actor_id: admin.id, person_id: member.id, data: { expiresAt } }],
    )
  })

  test('lets only owners create a link for an admin, and nobody for themselves or for an account being deleted', async () => {
    const other = await addPerson(server, 'admin')
    expectProblem(await postRecoveryLink(admin, other), 'role_too_high')
    expectProblem(await postRecoveryLink(admin, owner), 'role_too_high')
    expectProblem(await postRecoveryLink(owner, owner), 'own_role')
    assert.equal((await postRecoveryLink(owner, other)).status, 201)
    await changeRows(server, "UPDATE person SET status = 'deleting' WHERE id = ?", member.id)
    expectProblem(await postRecoveryLink(admin, member), 'person_deleting')
    await changeRows(server, "UPDATE person SET status = 'deleted' WHERE id = ?", member.id)
    expectProblem(await postRecoveryLink(admin, member), 'not_found')
  })

  const recoverWithLink = async (by: TestPerson) => {
    const { url } = (await postRecoveryLink(by, member)).json as { url: string } // a good answer has one
    return () => requestRecovery(openBrowser(server), { link: url.split('=')[1] ?? '' }, newAccount())
  }
  const change = (target: TestPerson, to: string) =>
    changeRows(server, `UPDATE person SET ${to} WHERE id = ?`, target.id)

  for (const lost of ["status = 'suspended'", "status = 'deleting'", "role = 'auditor'"])
    test(`invalidates the link when its creator has ${lost}`, async () => {
      const recover = await recoverWithLink(admin)
      await change(admin, lost)
      expectProblem(await recover(), 'recovery_invalid')
      await change(admin, "status = 'active', role = 'admin'")
      expectStarted(await recover())
    })

  test('invalidates the link of an admin when the person gets a higher role', async () => {
    const recover = await recoverWithLink(admin)
    for (const role of ['admin', 'owner']) {
      await change(member, `role = '${role}'`)
      expectProblem(await recover(), 'recovery_invalid')
    }
    const recoverByOwner = await recoverWithLink(owner)
    assert.equal(expectStarted(await recoverByOwner()).me.role, 'owner')
  })

  test('requires a signature for this person', async () => {
    await grantStepUp(server, admin, `people.recover:${owner.id}`)
    const response = await admin.browser.post(`${PATH}/${member.id}/recovery-link`)
    assert.deepEqual(expectProblem(response, 'step_up_required').stepUp, {
      action: 'people.recover',
      target: member.id,
    })
  })
})
