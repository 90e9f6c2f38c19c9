import assert from 'node:assert/strict'
import { mkdtempSync, renameSync, rmSync } from 'node:fs'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after } from 'node:test'
import type { Request, Route } from 'playwright-core'
import { wordsForProblem } from '../../web/src/words/problems.ts'
import { readDatabase } from '../support/database-file.ts'
import { arriveAt, type Guest, META, press, see, seeHeading, seeStatus } from '../support/guest.ts'
import { inspect } from '../support/inspect.ts'
import { setStage } from '../support/stage.ts'
import { until } from '../support/until.ts'
import { account, chip, frame, home, lost, signIn } from '../support/words.ts'

const folder = mkdtempSync(join(tmpdir(), 'countersign-trouble-'))
const database = join(folder, 'countersign.db')
after(() => rmSync(folder, { recursive: true, force: true }))
const stage = setStage({ DEMO_WALLET: 'off', DATA_DIR: folder })
const ASKS_TO_SIGN = { ...META, answers: { personal_sign: 'ask' } } as const

const sessionsOf = ({ account }: Guest) =>
  readDatabase(
    database,
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

async function beginSigning(guest: Guest): Promise<void> {
  await guest.page.goto('/sign-in')
  await press(guest.page, signIn.continueWith('MetaMask'))
  await seeHeading(guest.page, signIn.signTitle('MetaMask'))
}

stage.play(
  'sends a signature once more when the line is cut, and makes one session',
  { wallets: [META] },
  async (guest) => {
    const { page, context } = guest
    const keys: (string | undefined)[] = []
    page.on('request', (sent) => {
      if (sent.url().endsWith('/api/sessions')) keys.push(sent.headers()['idempotency-key'])
    })
    await context.route('**/api/sessions', loseAnswer, { times: 1 })
    await page.goto('/sign-in')
    await press(page, signIn.continueWith('MetaMask'))
    await arriveAt(page, '/home')
    assert.equal(keys.length, 2)
    assert.match(keys[0] ?? '', /^chl_/)
    assert.equal(keys[0], keys[1])
    assert.equal(sessionsOf(guest), 1)
  },
)

stage.play(
  'says that the server is gone, and signs in with the same signature when it is back',
  { wallets: [ASKS_TO_SIGN] },
  async (guest) => {
    const { page } = guest
    await beginSigning(guest)
    process.kill(stage.product.pid, 'SIGKILL')
    await guest.wallet('io.metamask').approve()
    await seeHeading(page, wordsForProblem('server/unreachable', 'MetaMask').title)
    await stage.product.restart()
    await arriveAt(page, '/home')
    assert.equal(guest.messages.length, 1)
    assert.equal(sessionsOf(guest), 1)
  },
)

stage.play(
  'opens the account with all its looks when some of them did not come ahead of it',
  { wallets: [ASKS_TO_SIGN] },
  async (guest) => {
    const { page, context } = guest
    const looks = /\/assets\/area-[^/]*\.css$/
    const lostAhead = page.waitForEvent('requestfailed', (request) => looks.test(request.url()))
    await context.route(looks, (route) => route.abort('connectionrefused'))
    await beginSigning(guest)
    await lostAhead
    await context.unroute(looks)
    await guest.wallet('io.metamask').approve()
    await arriveAt(page, '/home')
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
  },
)

stage.play(
  'says that the account did not come ahead and cannot be fetched, and opens it when it can',
  { wallets: [ASKS_TO_SIGN] },
  async (guest) => {
    const { page, context } = guest
    const cut = /\/assets\/area-[^/]*\.js$|\/home$/
    const lostAhead = page.waitForEvent('requestfailed', (request) => cut.test(request.url()))
    await context.route(cut, (route) => route.abort('connectionrefused'))
    await beginSigning(guest)
    await lostAhead
    await guest.wallet('io.metamask').approve()
    await seeHeading(page, lost.title)
    await arriveAt(page, '/home')
    await context.unroute(cut)
    await press(page, signIn.tryAgain)
    await seeHeading(page, home.heading)
    guest.complaints.length = 0 // what was lost is told in the console
  },
)

stage.play(
  'keeps the list, says that the next step did not come, and goes on with the same signature when it does',
  { wallets: [META] },
  async (guest) => {
    const { page, context } = guest
    const looks = /\/assets\/sealed-[^/]*\.css$/
    const missed = page.waitForEvent('requestfailed', (request) => looks.test(request.url()))
    await context.route(looks, (route) => route.abort('connectionrefused'))
    await page.goto('/sign-in')
    await missed
    await press(page, signIn.continueWith('MetaMask'))
    await see(page, lost.title)
    await inspect(page, 'a lost step')
    await context.unroute(looks)
    await press(page, signIn.tryAgain)
    await arriveAt(page, '/home')
    assert.equal(guest.messages.length, 1)
    guest.complaints.length = 0 // what was lost is told in the console
  },
)

stage.play(
  'says that the database is gone, and signs in with the same signature when it is back',
  { wallets: [ASKS_TO_SIGN] },
  async (guest) => {
    const { page } = guest
    await beginSigning(guest)
    renameSync(database, `${database}.away`)
    await guest.wallet('io.metamask').approve()
    await seeHeading(page, wordsForProblem('db_unavailable', 'MetaMask').title)
    renameSync(`${database}.away`, database)
    await arriveAt(page, '/home')
    assert.equal(guest.messages.length, 1)
    assert.equal(sessionsOf(guest), 1)
  },
)

stage.play(
  'says that it cannot tell who is signed in, and shows it by itself when it can',
  { wallets: [META] },
  async (guest) => {
    const { page } = guest
    await page.goto('/sign-in')
    await press(page, signIn.continueWith('MetaMask'))
    await arriveAt(page, '/home')
    renameSync(database, `${database}.away`)
    await until(
      async () => (await page.request.get('/readyz')).status(),
      (status) => status === 503,
      'the server notices',
    )
    await page.reload()
    await see(page, frame.unreachable)
    await seeHeading(page, account.unknownTitle)
    renameSync(`${database}.away`, database)
    await seeHeading(page, home.heading)
    await seeStatus(page, chip.disconnected)
    await until(
      () => page.getByText(frame.unreachable).count(),
      (times) => times === 0,
      'the banner goes',
    )
  },
)
