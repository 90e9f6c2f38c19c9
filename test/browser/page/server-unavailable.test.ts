import assert from 'node:assert/strict'
import { renameSync } from 'node:fs'
import { request } from 'node:http'
import type { Request, Route } from 'playwright-core'
import { wordsForProblem } from '../../../web/src/words/problems.ts'
import { accountMenu, signOutInMenu } from '../../support/browser/account-menu.ts'
import { setUpSuiteWith } from '../../support/browser/suite.ts'
import {
  clickButton,
  expectHeading,
  expectStatus,
  expectText,
  METAMASK,
  type TestUser,
  waitForPath,
} from '../../support/browser/test-user.ts'
import { account, chip, frame, home, loadFailed, signIn, signOut } from '../../support/browser/words.ts'
import { startProductProcess } from '../../support/server/product.ts'
import { until } from '../../support/until.ts'

const suite = setUpSuiteWith(startProductProcess, { DEMO_WALLET: 'off' })
const AWAY = '.away'

const sessionsOf = ({ account }: TestUser) =>
  suite.read(
    'SELECT session.id FROM session JOIN wallet ON wallet.id = session.wallet_id WHERE wallet.address = ?',
    account.address.toLowerCase(),
  ).length

/** Lets the request reach the server and loses the answer, as a cut line does. */
async function dropResponse(route: Route): Promise<void> {
  await forwardRequest(route.request())
  await route.abort('connectionreset')
}

async function forwardRequest(sent: Request): Promise<void> {
  const headers = await sent.allHeaders()
  await new Promise<void>((resolve, reject) => {
    const outgoing = request(sent.url(), { method: sent.method(), headers, agent: false }, (response) => {
      response.resume().on('end', resolve)
    })
    outgoing.on('error', reject)
    outgoing.end(sent.postData())
  })
}

/** Opens the page without these files and waits until they are lost. */
async function signInWithout(user: TestUser, files: RegExp): Promise<void> {
  const { page, context } = user
  const lostAhead = page.waitForEvent('requestfailed', (request) => files.test(request.url()))
  await context.route(files, (route) => route.abort('connectionrefused'))
  await page.goto('/sign-in')
  await clickButton(page, /MetaMask/)
  await expectHeading(page, signIn.signTitle('MetaMask'))
  await lostAhead
}

const NEXT_PAGE = [/home-[^/]*.js$/, /home-[^/]*.css$/, /account-[^/]*.js$/, /account-[^/]*.css$/, /sign-out-[^/]*.js$/]

/** Without the files of the next page, it is opened as a document, which forgets the connection of this wallet. */
async function waitForNextPage({ page }: TestUser, waitForFiles: () => Promise<unknown>): Promise<void> {
  await Promise.all(
    NEXT_PAGE.map((file) => page.waitForEvent('requestfinished', (request) => file.test(request.url()))),
  )
  await waitForFiles() // and those that they import
}

/** Returns a function that waits until every file is loaded, or lost. */
function followFiles({ page }: TestUser): () => Promise<unknown> {
  const loading = new Set<Request>()
  page.on('request', (sent) => {
    if (new URL(sent.url()).pathname.startsWith('/assets/')) loading.add(sent)
  })
  page.on('requestfinished', (sent) => void loading.delete(sent))
  page.on('requestfailed', (sent) => void loading.delete(sent))
  return () =>
    until(
      () => [...loading].map((sent) => sent.url()),
      (urls) => urls.length === 0,
      'no file is loading',
    )
}

async function startSignInAgain({ page }: TestUser): Promise<void> {
  await expectHeading(page, home.heading) // the menu closes when the page changes
  await signOutInMenu(page)
  await expectHeading(page, signOut.doneTitle)
  await clickButton(page, signOut.again)
  await expectHeading(page, signIn.signTitle('MetaMask'))
}

const approveRequest = (user: TestUser) => user.wallet('io.metamask').approve()

async function failAccountScript(user: TestUser): Promise<void> {
  const { page, context } = user
  const waitForFiles = followFiles(user)
  const cut = /\/assets\/account-[^/]*\.js$|\/home$/
  await signInWithout(user, cut)
  await approveRequest(user)
  await expectHeading(page, loadFailed.title)
  await waitForPath(page, '/home')
  await context.unroute(cut)
  await clickButton(page, signIn.tryAgain)
  await expectHeading(page, home.heading)
  await accountMenu(page).waitFor() // the header recovers, too
  await waitForFiles()
  user.pageErrors.length = 0 // what was lost is in the console
}

async function dropResponseAndStyles(user: TestUser): Promise<void> {
  const { page, context } = user
  const keys: (string | undefined)[] = []
  page.on('request', (sent) => {
    if (sent.url().endsWith('/api/sessions')) keys.push(sent.headers()['idempotency-key'])
  })
  const styles = /\/assets\/account-[^/]*\.css$/
  await context.clearCookies()
  await signInWithout(user, styles)
  await context.unroute(styles)
  await context.route('**/api/sessions', dropResponse, { times: 1 })
  const before = sessionsOf(user)
  await approveRequest(user)
  await waitForPath(page, '/home')
  assert.equal(keys.length, 2)
  assert.match(keys[0] ?? '', /^chl_/)
  assert.equal(keys[0], keys[1])
  assert.equal(sessionsOf(user), before + 1)
  await expectHeading(page, home.heading)
  // Others still come, for what is shown later.
  await until(
    () =>
      page.evaluate<boolean[]>(
        '[...document.querySelectorAll("link[rel=stylesheet]")].map(({ sheet }) => sheet?.cssRules.length > 0)',
      ),
    (loaded) => loaded.length > 0 && loaded.every(Boolean),
    'every style sheet is there',
  )
  user.pageErrors.length = 0 // the toast also needs what was lost, and asks for it a second after the page is loaded
}

suite.testInBrowser(
  'opens the account once it can be loaded, and resends a signature when its response is lost',
  { wallets: [{ ...METAMASK, answers: { personal_sign: 'ask' } }] },
  async (user) => {
    await failAccountScript(user)
    await dropResponseAndStyles(user)
  },
)

suite.testInBrowser(
  'waits for a killed server or missing database, signs in with the same signature, and restores the page automatically',
  { wallets: [{ ...METAMASK, answers: { personal_sign: 'ask' } }], clock: true },
  async (user) => {
    const { page } = user
    const nextPage = waitForNextPage(user, followFiles(user))
    await page.goto('/sign-in')
    await clickButton(page, signIn.continueWith('MetaMask'))
    await expectHeading(page, signIn.signTitle('MetaMask'))
    await nextPage
    await suite.product.kill()
    await approveRequest(user)
    await expectHeading(page, wordsForProblem('server/unreachable', 'MetaMask').title)
    await suite.product.restart()
    await page.clock.fastForward(5_000) // the page asks again by itself
    await waitForPath(page, '/home')
    assert.deepEqual([user.messages.length, sessionsOf(user)], [1, 1])

    await startSignInAgain(user)
    renameSync(suite.database, suite.database + AWAY)
    await approveRequest(user)
    await expectHeading(page, wordsForProblem('db_unavailable', 'MetaMask').title)
    renameSync(suite.database + AWAY, suite.database)
    await page.clock.fastForward(5_000)
    await waitForPath(page, '/home')
    assert.deepEqual([user.messages.length, sessionsOf(user)], [2, 2])

    renameSync(suite.database, suite.database + AWAY)
    await until(
      async () => (await page.request.get('/readyz')).status(),
      (status) => status === 503,
      'the server notices',
    )
    await page.reload()
    await expectText(page, frame.unreachable)
    await expectHeading(page, account.unknownTitle)
    renameSync(suite.database + AWAY, suite.database)
    await expectHeading(page, home.heading)
    await expectStatus(page, chip.disconnected)
    await until(
      () => page.getByText(frame.unreachable).count(),
      (times) => times === 0,
      'the banner goes',
    )
  },
)
