/** One request for every error about roles, invitations, settings and account deletion. */

import type { ErrorCode } from '@countersign/contract/error/errors.ts'
import { DELETION_PHRASE } from '@countersign/contract/routes/person.ts'
import { changeRows } from '../database/rows.ts'
import { type Browser, type HttpResponse, newAccount, openBrowser, prove, signIn } from '../server/http-browser.ts'
import { addPerson, grantStepUp } from '../server/people.ts'
import type { TestServer } from '../server/server.ts'

type Produce = (server: TestServer, browser: Browser) => Promise<HttpResponse>

const HOUR = 3_600_000

export const ADMIN_ERRORS = {
  async forbidden(server) {
    return (await addPerson(server)).browser.get('/api/admin/people')
  },
  async registration_closed(server, browser) {
    await decideRegistration(server, 'closed')
    return signIn(browser, newAccount())
  },
  async invite_required(server, browser) {
    await decideRegistration(server, 'invite')
    return signIn(browser, newAccount())
  },
  async invite_other_wallet(server, browser) {
    return acceptInvite(browser, await createInvite(server, { account: `eip155:1:${newAccount().address}` }))
  },
  invite_invalid: (_, browser) => acceptInvite(browser, 'x'.repeat(27)),
  async invite_used(server, browser) {
    const token = await createInvite(server)
    await acceptInvite(openBrowser(server), token)
    return acceptInvite(browser, token)
  },
  async invite_expired(server, browser) {
    const token = await createInvite(server)
    server.clock.now += HOUR
    return acceptInvite(browser, token)
  },
  async own_role(server) {
    const admin = await addPerson(server, 'admin')
    return admin.signed('PATCH', `/api/admin/people/${admin.id}`, { role: 'member' })
  },
  async role_too_high(server) {
    const admin = await addPerson(server, 'admin')
    return admin.signed('POST', '/api/admin/invites', { role: 'owner', maxUses: 1, expiresInMs: HOUR })
  },
  async person_deleting(server, browser) {
    const person = await addPerson(server)
    await deletePerson(server, person)
    return signIn(browser, person.account)
  },
  async deletion_not_yours(server, browser) {
    const person = await addPerson(server)
    await (await addPerson(server, 'owner')).signed('DELETE', `/api/admin/people/${person.id}`)
    return signIn(browser, person.account)
  },
  async last_owner(server) {
    return deletePerson(server, await addPerson(server, 'owner'))
  },
  async phrase_wrong(server) {
    return deletePerson(server, await addPerson(server), 'yes')
  },
  async version_conflict(server) {
    return (await addPerson(server)).change('PATCH', '/api/me', { theme: 'dark' }, 2)
  },
  async precondition_required(server) {
    const { browser } = await addPerson(server)
    return browser.call({ method: 'PATCH', path: '/api/me', body: { theme: 'dark' } })
  },
  async setting_invalid(server) {
    const owner = await addPerson(server, 'owner')
    await grantStepUp(server, owner, 'admin.mode')
    return owner.change('PATCH', '/api/admin/settings', { accent: '#ffffff' })
  },
  async logo_invalid(server) {
    const owner = await addPerson(server, 'owner')
    await grantStepUp(server, owner, 'admin.mode')
    return owner.change('PUT', '/api/admin/settings/logo', { image: Buffer.from('<svg/>').toString('base64') })
  },
} satisfies Partial<Record<ErrorCode, Produce>>

/** These change the database so that others fail, and need their own. */
export const ADMIN_DESTRUCTIVE: ErrorCode[] = ['registration_closed', 'invite_required', 'last_owner']
/** These name invalid fields. */
export const ADMIN_WITH_FIELDS: ErrorCode[] = ['setting_invalid', 'logo_invalid', 'phrase_wrong']

async function deletePerson(
  server: TestServer,
  person: Awaited<ReturnType<typeof addPerson>>,
  phrase = DELETION_PHRASE,
): Promise<HttpResponse> {
  await grantStepUp(server, person, 'account.delete')
  return person.browser.post('/api/me/deletion', { phrase })
}

async function createInvite(server: TestServer, change: object = {}): Promise<string> {
  const admin = await addPerson(server, 'admin')
  const inviteBody = { role: 'member', maxUses: 1, expiresInMs: HOUR, ...change }
  const { url } = (await admin.signed('POST', '/api/admin/invites', inviteBody)).json as { url: string } // what an invitation is answered with
  return url.split('/').at(-1) ?? ''
}

async function acceptInvite(browser: Browser, token: string): Promise<HttpResponse> {
  const proof = await prove(await browser.challenge(), newAccount())
  return browser.post('/api/sessions', { proof, keep: true, invite: token })
}

async function decideRegistration(server: TestServer, registration: 'invite' | 'closed'): Promise<void> {
  const value = JSON.stringify({ registration, version: 1 })
  await changeRows(server, "INSERT INTO setting (key, value, changed_at) VALUES ('settings', ?, 0)", value)
}
