/** One request for every error about access requests. */

import type { ErrorCode } from '@countersign/contract/error/errors.ts'
import { readRows } from '../database/rows.ts'
import { registerApp } from '../oidc/relying-party.ts'
import type { Browser, HttpResponse } from '../server/http-browser.ts'
import { addPerson, grantStepUp, type TestPerson } from '../server/people.ts'
import type { TestServer } from '../server/server.ts'

type Produce = (server: TestServer, browser: Browser) => Promise<HttpResponse>

const requestAccess = ({ browser }: TestPerson, clientId: string) =>
  browser.post('/api/me/access-requests', { clientId })

export const REQUEST_ERRORS = {
  async request_not_needed(server) {
    const { app } = await registerApp(server)
    return requestAccess(await addPerson(server), app.clientId)
  },
  async request_open(server) {
    const { member, clientId } = await addMemberWithoutAccess(server)
    await requestAccess(member, clientId)
    return requestAccess(member, clientId)
  },
  async request_declined(server) {
    const { member, clientId } = await addMemberWithoutAccess(server)
    await requestAccess(member, clientId)
    await declineRequest(server, member)
    return requestAccess(member, clientId)
  },
  async request_closed(server) {
    const { member, clientId } = await addMemberWithoutAccess(server)
    await requestAccess(member, clientId)
    await declineRequest(server, member)
    return declineRequest(server, member)
  },
} satisfies Partial<Record<ErrorCode, Produce>>

/** A person without groups, and an app that requires one. */
async function addMemberWithoutAccess(server: TestServer): Promise<{ member: TestPerson; clientId: string }> {
  const { app } = await registerApp(server, { groupIds: ['grp_01AAAAAAAAAAAAAAAAAAAAAAAA'] })
  return { member: await addPerson(server), clientId: app.clientId }
}

async function declineRequest(server: TestServer, { id }: TestPerson): Promise<HttpResponse> {
  const admin = await addPerson(server, 'admin')
  await grantStepUp(server, admin, 'admin.mode')
  const [row] = await readRows(server, 'SELECT id FROM access_request WHERE subject = ?', id)
  return admin.browser.post(`/api/admin/access-requests/${row?.id}/decline`)
}
