/** Tests for third-party relying parties. */

import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { BodyOf } from '@countersign/contract/route.ts'
import type { Activity } from '@countersign/contract/routes/activity.ts'
import type { App, createApp } from '@countersign/contract/routes/admin/app.ts'
import type { Group } from '@countersign/contract/routes/admin/group.ts'
import { forDefaultEngine } from '../database/engines.ts'
import { freePort } from '../free-port.ts'
import { type HttpResponse, signIn } from '../server/http-browser.ts'
import { openAppVisitor, type ProductWithOwner, startProductWithOwner } from '../server/product-with-owner.ts'
import { expectStarted } from '../server/responses.ts'
import { until } from '../until.ts'
import type { Environment, RunningApp } from './spawn-app.ts'

type AppVisitor = ReturnType<typeof openAppVisitor>
type Settings = Partial<BodyOf<typeof createApp>>

/** It starts a sign-in at `/login`, answers `/` with `{ claims }` or 401, and ends at `/bye` after `/logout`. */
export type Party = {
  name: string
  start(environment: Environment): Promise<RunningApp>
  /** The path of its redirect URI. */
  callback?: string
  /** Settings of the app that are not the default. */
  settings?: Settings
  /**
   * `both`: at once, by RP-initiated logout. `confirm`: it says neither who it is nor who the person is, so that
   * Countersign asks them. `app`: it ends its own session only.
   */
  signOut: 'both' | 'confirm' | 'app' | 'none'
  /** Starts a sign-in that needs more than a link. */
  begin?(person: AppVisitor): Promise<string>
}

export type AddedParty = { app: App; appUrl: string; environment: Environment }

export async function addParty(product: ProductWithOwner, party: Party): Promise<AddedParty> {
  const port = await freePort()
  const appUrl = `http://localhost:${port}`
  const { app, secret } = await product.addApp({
    name: party.name,
    kind: 'web',
    preset: 'other',
    access: 'everyone',
    redirectUris: [`${appUrl}${party.callback ?? '/callback'}`],
    postLogoutUris: [`${appUrl}/bye`],
    scopes: ['openid', 'profile', 'wallet', 'groups'],
    ...party.settings,
  })
  const environment = {
    ISSUER: product.issuer,
    CLIENT_ID: app.clientId,
    CLIENT_SECRET: secret,
    APP_URL: appUrl,
    SESSION_SECRET: 'ab'.repeat(32),
    PORT: String(port),
  }
  return { app, appUrl, environment }
}

/** Tests each party with its own app. */
export function describeParties(title: string, parties: Party[]): void {
  forDefaultEngine(title, (engine) => {
    let product: ProductWithOwner
    let group: Group
    before(async () => {
      product = await startProductWithOwner(engine)
      group = await addGroup(product)
    })
    after(() => product.stop())

    for (const party of parties)
      test(`${party.name} signs people in and fails with a wrong client secret`, async () => {
        const added = await addParty(product, party)
        await runParty(party, added.environment, () => checkSignIn(product, { party, added, group }))
        const wrong = { ...added.environment, CLIENT_SECRET: `${added.environment.CLIENT_SECRET}x` }
        await runParty(party, wrong, () => checkWrongSecret(product, { party, added }))
      })
  })
}

async function runParty(party: Party, environment: Environment, check: () => Promise<void>): Promise<void> {
  const running = await party.start(environment)
  try {
    await check()
  } finally {
    await running.stop()
  }
}

async function addGroup(product: ProductWithOwner): Promise<Group> {
  const body = { name: 'Crew', slug: 'crew' }
  return (await product.asOwner('admin.mode', { path: '/api/admin/groups', body })) as Group // the server's own
}

type Checked = { party: Party; added: AddedParty }

async function checkSignIn(
  product: ProductWithOwner,
  { party, added: { appUrl }, group }: Checked & { group: Group },
): Promise<void> {
  const person = openAppVisitor(product, appUrl)
  const name = `Ada at ${party.name}`
  await setUpPerson(product, person, { name, group })
  assert.equal((await person.visit('/')).response.status, 401)
  const home = await startSignIn(party, person)
  assert.deepEqual([home.url, home.response.status], [`${appUrl}/`, 200], home.response.text)
  assert.deepEqual(person.completedSteps, ['consent'])
  const { sub, ...claims } = claimsOf(home.response)
  assert.match(sub, /^[\w-]{43}$/)
  assert.deepEqual(claims, { name, groups: [group.slug], wallet: `eip155:0:${person.account.address}` })
  if (party.signOut !== 'none') await checkSignOut(product, { party, appUrl, person })
}

async function checkSignOut(
  product: ProductWithOwner,
  { party, appUrl, person }: { party: Party; appUrl: string; person: AppVisitor },
): Promise<void> {
  const { url, response } = await person.visit('/logout')
  if (party.signOut === 'confirm') assert.equal(url, `${product.origin}/sign-out`)
  else assert.deepEqual([url, response.json], [`${appUrl}/bye`, { bye: true }], response.text)
  assert.equal((await person.visit('/')).response.status, 401)
  const isSignedOut = (await person.productBrowser.get('/api/session')).status === 401
  assert.equal(isSignedOut, party.signOut === 'both')
}

async function checkWrongSecret(product: ProductWithOwner, { party, added: { app, appUrl } }: Checked): Promise<void> {
  const person = openAppVisitor(product, appUrl)
  const { response } = await startSignIn(party, person)
  assert.ok(response.status >= 400, response.text)
  assert.equal((await person.visit('/')).response.status, 401, 'nobody is signed in')
  await expectWrongSecretEvent(product, app)
}

/** The activity of the app gives the reason and the fix. Some libraries then retry with the secret in the body. */
export async function expectWrongSecretEvent(product: ProductWithOwner, app: App): Promise<void> {
  const path = `/api/admin/activity?${new URLSearchParams({ app: app.id, kind: 'oidc.failed' })}`
  const readEvents = async () => ((await product.readAsOwner(path)) as { items: Activity[] }).items
  const findEvent = async () => (await readEvents()).find(({ data }) => data.reason === 'invalid secret provided')
  const event = await until(findEvent, Boolean, 'the wrong secret is in the activity of the app')
  assert.equal(event?.data.error, 'invalid_client')
  assert.match(String(event?.data.fix), /client secret/)
}

async function startSignIn(party: Party, person: AppVisitor) {
  return person.visit((await party.begin?.(person)) ?? '/login')
}

/** Signs the person in, and sets their name and group. */
async function setUpPerson(
  product: ProductWithOwner,
  { productBrowser, account }: AppVisitor,
  { name, group }: { name: string; group: Group },
): Promise<void> {
  const { me } = expectStarted(await signIn(productBrowser, account))
  const headers = { 'if-match': '"1"' }
  const named = await productBrowser.call({ method: 'PATCH', path: '/api/me', body: { displayName: name }, headers })
  assert.equal(named.status, 200, named.text)
  const path = `/api/admin/groups/${group.id}/members`
  await product.asOwner('admin.mode', { method: 'PUT', path, body: { add: [me.id], remove: [] } })
}

type Claims = { sub: string; name: string; groups: string[]; wallet: string }

function claimsOf(response: HttpResponse): Claims {
  const { sub, name, groups, wallet } = (response.json as { claims: Claims }).claims // compared by the caller
  return { sub, name, groups, wallet }
}
