import assert from 'node:assert/strict'
import { renameSync } from 'node:fs'
import { request } from 'node:http'
import type { Request, Route } from 'playwright-core'
import { wordsForProblem } from '../../web/src/words/problems.ts'
import { setStageOf } from '../support/browser/suite.ts'
import { arriveAt, type Guest, META, press, see, seeHeading, seeStatus } from '../support/browser/test-user.ts'
import { account, chip, frame, home, lost, signIn, signOut } from '../support/browser/words.ts'
import { startProductProcess } from '../support/server/product.ts'
import { until } from '../support/until.ts'

const stage = setStageOf(startProductProcess, { DEMO_WALLET: 'off' })
const AWAY = '.away'

const sessionsOf = ({ account }: Guest) =>
  stage.read(
    'SELECT session.id FROM session JOIN wallet ON wallet.id = session.wallet_id WHERE wallet.address = ?',
    account.address.toLowerCase(),
  ).length

/** Lets the request reach the server and loses the answer, as a cut line does. */
async function loseAnswer(route: Route): Promise<void> {
  await passOn(route.request())
  await route.abort('connectionreset')
}

async function passOn(sent: Request): Promise<void> {
  const headers = await sent.allHeaders()
  await new Promise<void>((resolve, reject) => {
    const outgoing = request(sent.url(), { method: sent.method(), headers, agent: false }, (answer) => {
      answer.resume().on('end', resolve)
    })
    outgoing.on('error', reject)
    outgoing.end(sent.postData())
  })
}

/** Opens the page without these files and waits until they are lost. */
async function beginWithout(guest: Guest, files: RegExp): Promise<void> {
  const { page, context } = guest
  const lostAhead = page.waitForEvent('requestfailed', (request) => files.test(request.url()))
  await context.route(files, (route) => route.abort('connectionrefused'))
  await page.goto('/sign-in')
  await press(page, /MetaMask/)
  await seeHeading(page, signIn.signTitle('MetaMask'))
  await lostAhead
}

async function beginAgain({ page }: Guest): Promise<void> {
  await press(page, home.signOut)
  await seeHeading(page, signOut.doneTitle)
  await press(page, signOut.again)
  await seeHeading(page, signIn.signTitle('MetaMask'))
}

const approve = (guest: Guest) => guest.wallet('io.metamask').approve()

async function loseAccount(guest: Guest): Promise<void> {
  const { page, context } = guest
  const cut = /\/assets\/area-[^/]*\.js$|\/home$/
  await beginWithout(guest, cut)
  await approve(guest)
  await seeHeading(page, lost.title)
  await arriveAt(page, '/home')
  await context.unroute(cut)
  await press(page, signIn.tryAgain)
  await seeHeading(page, home.heading)
  guest.complaints.length = 0 // what was lost is in the console
}

async function loseAnswerAndStyles(guest: Guest): Promise<void> {
  const { page, context } = guest
  const keys: (string | undefined)[] = []
  page.on('request', (sent) => {
    if (sent.url().endsWith('/api/sessions')) keys.push(sent.headers()['idempotency-key'])
  })
  const styles = /\/assets\/account-[^/]*\.css$/
  await context.clearCookies()
  await beginWithout(guest, styles)
  await context.unroute(styles)
  await context.route('**/api/sessions', loseAnswer, { times: 1 })
  const before = sessionsOf(guest)
  await approve(guest)
  await arriveAt(page, '/home')
  assert.equal(keys.length, 2)
  assert.match(keys[0] ?? '', /^chl_/)
  assert.equal(keys[0], keys[1])
  assert.equal(sessionsOf(guest), before + 1)
  await seeHeading(page, home.heading)
  // Others still come, for what is shown later.
  await until(
    () =>
      page.evaluate<boolean[]>(
        '[...document.querySelectorAll("link[rel=stylesheet]")].map(({ sheet }) => sheet?.cssRules.length > 0)',
      ),
    (loaded) => loaded.length > 0 && loaded.every(Boolean),
    'every style sheet is there',
  )
}

stage.play(
  'opens the account once it can be loaded, and resends a signature when its response is lost',
  { wallets: [{ ...META, answers: { personal_sign: 'ask' } }] },
  async (guest) => {
    await loseAccount(guest)
    await loseAnswerAndStyles(guest)
  },
)

stage.play(
  'waits for a killed server or missing database, signs in with the same signature, and restores the page automatically',
  { wallets: [{ ...META, answers: { personal_sign: 'ask' } }], clock: true },
  async (guest) => {
    const { page } = guest
    await page.goto('/sign-in')
    await press(page, signIn.continueWith('MetaMask'))
    await seeHeading(page, signIn.signTitle('MetaMask'))
    await stage.product.kill()
    await approve(guest)
    await seeHeading(page, wordsForProblem('server/unreachable', 'MetaMask').title)
    await stage.product.restart()
    await page.clock.fastForward(5_000) // the page asks again by itself
    await arriveAt(page, '/home')
    assert.deepEqual([guest.messages.length, sessionsOf(guest)], [1, 1])

    await beginAgain(guest)
    renameSync(stage.database, stage.database + AWAY)
    await approve(guest)
    await seeHeading(page, wordsForProblem('db_unavailable', 'MetaMask').title)
    renameSync(stage.database + AWAY, stage.database)
    await page.clock.fastForward(5_000)
    await arriveAt(page, '/home')
    assert.deepEqual([guest.messages.length, sessionsOf(guest)], [2, 2])

    renameSync(stage.database, stage.database + AWAY)
    await until(
      async () => (await page.request.get('/readyz')).status(),
      (status) => status === 503,
      'the server notices',
    )
    await page.reload()
    await see(page, frame.unreachable)
    await seeHeading(page, account.unknownTitle)
    renameSync(stage.database + AWAY, stage.database)
    await seeHeading(page, home.heading)
    await seeStatus(page, chip.disconnected)
    await until(
      () => page.getByText(frame.unreachable).count(),
      (times) => times === 0,
      'the banner goes',
    )
  },
)
