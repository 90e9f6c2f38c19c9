import assert from 'node:assert/strict'
import { renameSync } from 'node:fs'
import { request } from 'node:http'
import { describe } from 'node:test'
import type { Request, Route } from 'playwright-core'
import { wordsForProblem } from '../../web/src/words/problems.ts'
import { arriveAt, type Guest, META, press, see, seeHeading, seeStatus } from '../support/guest.ts'
import { inspect } from '../support/inspect.ts'
import { startProductProcess } from '../support/product.ts'
import { type Stage, setStage, setStageOf } from '../support/stage.ts'
import { until } from '../support/until.ts'
import { account, chip, frame, home, lost, signIn } from '../support/words.ts'

const ENVIRONMENT = { DEMO_WALLET: 'off' }
const stage = setStage(ENVIRONMENT)
const ASKS_TO_SIGN = { ...META, answers: { personal_sign: 'ask' } } as const

const sessionsOf = ({ account }: Guest, at: Stage = stage) =>
  at.read(
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
  'sends a signature again when its answer is lost, makes one session, and loads style sheets that were lost before',
  { wallets: [ASKS_TO_SIGN] },
  async (guest) => {
    const { page, context } = guest
    const keys: (string | undefined)[] = []
    page.on('request', (sent) => {
      if (sent.url().endsWith('/api/sessions')) keys.push(sent.headers()['idempotency-key'])
    })
    const styles = /\/assets\/account-[^/]*\.css$/
    const lostAhead = page.waitForEvent('requestfailed', (request) => styles.test(request.url()))
    await context.route(styles, (route) => route.abort('connectionrefused'))
    await beginSigning(guest)
    await lostAhead
    await context.unroute(styles)
    await context.route('**/api/sessions', loseAnswer, { times: 1 })
    await guest.wallet('io.metamask').approve()
    await arriveAt(page, '/home')
    assert.equal(keys.length, 2)
    assert.match(keys[0] ?? '', /^chl_/)
    assert.equal(keys[0], keys[1])
    assert.equal(sessionsOf(guest), 1)
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

describe('a server that was killed', () => {
  const own = setStageOf(startProductProcess, ENVIRONMENT)

  own.play(
    'is waited for, and accepts the same signature once it is back',
    { wallets: [ASKS_TO_SIGN] },
    async (guest) => {
      const { page } = guest
      await beginSigning(guest)
      await own.product.kill()
      await guest.wallet('io.metamask').approve()
      await seeHeading(page, wordsForProblem('server/unreachable', 'MetaMask').title)
      await own.product.restart()
      await arriveAt(page, '/home')
      assert.equal(guest.messages.length, 1)
      assert.equal(sessionsOf(guest, own), 1)
    },
  )
})

stage.play(
  'says that the account could not be loaded after signing in, and opens it once it can',
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
    guest.complaints.length = 0 // what was lost is in the console
  },
)

stage.play(
  'keeps the list when the next step could not be loaded, and goes on with the same signature once it can',
  { wallets: [META] },
  async (guest) => {
    const { page, context } = guest
    const styles = /\/assets\/entry-[^/]*\.css$/
    const missed = page.waitForEvent('requestfailed', (request) => styles.test(request.url()))
    await context.route(styles, (route) => route.abort('connectionrefused'))
    await page.goto('/sign-in')
    await missed
    await press(page, signIn.continueWith('MetaMask'))
    await see(page, lost.title)
    await inspect(page, 'a lost step')
    await context.unroute(styles)
    await press(page, signIn.tryAgain)
    await arriveAt(page, '/home')
    assert.equal(guest.messages.length, 1)
    guest.complaints.length = 0 // what was lost is in the console
  },
)

stage.play(
  'says that the database is gone, signs in with the same signature when it is back, and restores a page by itself',
  { wallets: [ASKS_TO_SIGN], clock: true },
  async (guest) => {
    const { page } = guest
    await beginSigning(guest)
    renameSync(stage.database, `${stage.database}.away`)
    await guest.wallet('io.metamask').approve()
    await seeHeading(page, wordsForProblem('db_unavailable', 'MetaMask').title)
    renameSync(`${stage.database}.away`, stage.database)
    await page.clock.fastForward(5_000) // the page asks again by itself
    await arriveAt(page, '/home')
    assert.equal(guest.messages.length, 1)
    assert.equal(sessionsOf(guest), 1)

    renameSync(stage.database, `${stage.database}.away`)
    await until(
      async () => (await page.request.get('/readyz')).status(),
      (status) => status === 503,
      'the server notices',
    )
    await page.reload()
    await see(page, frame.unreachable)
    await seeHeading(page, account.unknownTitle)
    renameSync(`${stage.database}.away`, stage.database)
    await seeHeading(page, home.heading)
    await seeStatus(page, chip.disconnected)
    await until(
      () => page.getByText(frame.unreachable).count(),
      (times) => times === 0,
      'the banner goes',
    )
  },
)
