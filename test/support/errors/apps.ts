/** One request for every error about apps. */

import type { ErrorCode } from '@countersign/contract/error/errors.ts'
import { APPS_MAX, SECRETS_PER_APP } from '@countersign/contract/limits/app-limits.ts'
import { changeRows, readRows } from '../database/rows.ts'
import { registerApp } from '../oidc/relying-party.ts'
import type { Browser, HttpResponse } from '../server/http-browser.ts'
import { addPerson, grantStepUp, type TestPerson } from '../server/people.ts'
import type { TestServer } from '../server/server.ts'

type Produce = (server: TestServer, browser: Browser) => Promise<HttpResponse>

const PATH = '/api/admin/apps'

export const APP_ERRORS = {
  async client_id_taken(server) {
    const { app } = await registerApp(server)
    return postApp(await addAppAdmin(server), { clientId: app.clientId })
  },
  async app_name_taken(server) {
    const { app } = await registerApp(server)
    return postApp(await addAppAdmin(server), { name: app.name.toUpperCase() })
  },
  async app_limit(server) {
    const ids: string[] = []
    while (ids.length < APPS_MAX) ids.push((await registerApp(server)).app.id)
    const response = await postApp(await addAppAdmin(server))
    // The others here share this database.
    for (const id of ids) await changeRows(server, "UPDATE app SET status = 'deleted' WHERE id = ?", id)
    return response
  },
  async app_disabled(server) {
    const { app } = await registerApp(server, { status: 'disabled' })
    return (await addAppAdmin(server)).browser.post(`${PATH}/${app.id}/test`)
  },
  async secret_limit(server) {
    const { app } = await registerApp(server)
    const admin = await addAppAdmin(server)
    for (let count = 1; count < SECRETS_PER_APP; count++) await admin.signed('POST', `${PATH}/${app.id}/secrets`)
    return admin.signed('POST', `${PATH}/${app.id}/secrets`)
  },
  async last_secret(server) {
    const { app } = await registerApp(server)
    const [secret] = await readRows(server, 'SELECT id FROM app_secret WHERE app_id = ?', app.id)
    return (await addAppAdmin(server)).signed('DELETE', `${PATH}/${app.id}/secrets/${secret?.id}`)
  },
  async redirect_invalid(server) {
    return postApp(await addAppAdmin(server), { redirectUris: ['http://app.example/cb'] })
  },
} satisfies Partial<Record<ErrorCode, Produce>>

/** These name invalid fields. */
export const APP_WITH_FIELDS: ErrorCode[] = ['redirect_invalid']

async function addAppAdmin(server: TestServer): Promise<TestPerson> {
  const admin = await addPerson(server, 'admin')
  await grantStepUp(server, admin, 'admin.mode')
  return admin
}

function postApp({ browser }: TestPerson, more: object = {}): Promise<HttpResponse> {
  const fields = {
    name: 'A new app',
    kind: 'web',
    preset: 'other',
    access: 'everyone',
    redirectUris: ['https://app.example/cb'],
  }
  return browser.post(PATH, { ...fields, ...more })
}
