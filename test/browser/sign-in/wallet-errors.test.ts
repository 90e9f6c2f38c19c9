import assert from 'node:assert/strict'
import type { ProblemCode } from '@countersign/contract/error/problem-code.ts'
import { shortAddress } from '@countersign/contract/family/short-address.ts'
import type { Page, Request } from 'playwright-core'
import { wordsForProblem } from '../../../web/src/words/problems.ts'
import { setUpSuite } from '../../support/browser/suite.ts'
import {
  clickButton,
  expectHeading,
  expectPoliteMessage,
  expectText,
  METAMASK,
  main,
  readAnnouncement,
  type TestUser,
  waitForPath,
} from '../../support/browser/test-user.ts'
import { failed, notices, signIn } from '../../support/browser/words.ts'
import { until } from '../../support/until.ts'
import type { WalletAnswer } from '../../support/wallets/scripted-wallet.ts'

const suite = setUpSuite({ DEMO_WALLET: 'off' })
const CONNECT = ['wallet_requestPermissions', 'eth_requestAccounts']
const SIGN = ['personal_sign']
const NO = { code: 4001, message: 'User rejected the request.' }
const REPORTS = '/api/client-errors'
const countSignIns = ({ calls }: TestUser) => calls.filter((call) => call === 'POST /api/sessions').length

async function setAnswer(user: TestUser, methods: string[], answer: WalletAnswer): Promise<void> {
  for (const method of methods) await user.wallet('io.metamask').answer(method, answer)
}

/** A calm line, and nothing that looks or sounds like a fault. */
async function expectNoFault(page: Page, text: string): Promise<void> {
  await expectPoliteMessage(page, text)
  assert.equal(await main(page).getByRole('alert').count(), 0)
  assert.equal(await main(page).getByText(failed.details).count(), 0)
}

type Row = { answer: WalletAnswer; code: ProblemCode }

/** One for each way on; classify.test.ts has the others. */
const rows: Row[] = [
  { answer: { code: 4100, message: 'Unauthorized' }, code: 'wallet/unauthorized' },
  { answer: { code: -32603, message: 'Internal \u202Eerror' }, code: 'wallet/internal' },
  { answer: { result: 'hello' }, code: 'wallet/bad_signature_format' },
  { answer: { code: 4200, message: 'No' }, code: 'wallet/cannot_sign' },
]

/** Each report about a problem as the server got it, with the status of its answer. */
function recordReports({ page }: TestUser): unknown[] {
  const reports: unknown[] = []
  page.on('requestfinished', async (sent: Request) => {
    if (new URL(sent.url()).pathname !== REPORTS) return
    reports.push({ body: sent.postData(), status: (await sent.response())?.status() })
  })
  return reports
}

async function expectProblem(page: Page, { answer, code }: Row): Promise<void> {
  const { title, body } = wordsForProblem(code, 'MetaMask')
  await expectHeading(page, title)
  await expectText(page, body)
  await until(
    () => readAnnouncement(page, 'alert'),
    (text) => text === `${title}. ${body}`,
    'the problem is announced',
  )
  await main(page).getByText(failed.details, { exact: true }).click()
  await expectText(page, code)
  if (answer instanceof Object && 'message' in answer) await expectText(page, answer.message.replace('\u202E', ''))
}

/** A connection that is pending is finished, and a signature of the previous account is dropped. */
async function finishPending(user: TestUser): Promise<void> {
  const { page, other } = user
  const wallet = user.wallet('io.metamask')
  await setAnswer(user, CONNECT, { code: -32002, message: 'Pending' })
  await setAnswer(user, SIGN, 'ask')
  await clickButton(page, signIn.continueWith('MetaMask'))
  await expectText(page, signIn.pending('MetaMask'))
  await wallet.permit(true)
  await clickButton(page, signIn.done)
  await expectHeading(page, signIn.signTitle('MetaMask'))
  await until(
    () => wallet.waiting(),
    (methods) => methods.length === 1,
    'the wallet is asked',
  )
  await wallet.switchAccounts([other.address])
  await expectNoFault(page, notices.account_changed)
  await expectText(page, shortAddress(other.address))
  await wallet.approve()
  await until(
    () => user.messages.length,
    (signed) => signed === 1,
    'the old message is signed',
  )
}

async function declineTwice(user: TestUser): Promise<void> {
  const { page } = user
  await setAnswer(user, SIGN, NO)
  await clickButton(page, signIn.continueAs)
  await expectNoFault(page, notices.declined_signature('MetaMask'))
  assert.equal(await main(page).getByText(notices.declined_twice).count(), 0)
  await clickButton(page, signIn.continueAs)
  await expectNoFault(page, notices.declined_twice)
  assert.equal(countSignIns(user), 0)
}

async function signWithWrongKey(user: TestUser): Promise<string> {
  const { page, account } = user
  const { title, action } = wordsForProblem('signature_invalid', 'MetaMask')
  await setAnswer(user, SIGN, 'approve')
  user.signAs(account)
  await clickButton(page, signIn.continueAs)
  await expectHeading(page, title)
  assert.equal(countSignIns(user), 1)
  user.signAs(undefined)
  return action
}

suite.testInBrowser(
  'handles declined requests, names wallet problems and reports only their codes and the page, and retries after each remedy',
  { wallets: [METAMASK] },
  async (user) => {
    const { page, context, account, other } = user
    const reports = recordReports(user)
    await context.route(`**${REPORTS}`, (route) => route.abort(), { times: 1 }) // the first report is lost
    // Two refusals count as in a row within ten seconds, which a busy machine may need for them.
    await page.clock.setFixedTime(Date.now())
    await page.goto('/sign-in')
    await setAnswer(user, CONNECT, NO)
    await clickButton(page, signIn.continueWith('MetaMask'))
    await expectNoFault(page, notices.declined_at_once('MetaMask'))
    await expectHeading(page, signIn.title)
    await finishPending(user)
    await declineTwice(user)
    await setAnswer(user, CONNECT, 'approve')
    assert.ok(!user.calls.includes(`POST ${REPORTS}`))
    let next = await signWithWrongKey(user)
    for (const row of rows) {
      await setAnswer(user, SIGN, row.answer)
      await clickButton(page, next)
      await expectProblem(page, row)
      next = wordsForProblem(row.code, 'MetaMask').action
    }
    await until(
      () => reports.length,
      (count) => count === rows.length - 1,
      'all but the first are reported',
    )
    assert.deepEqual(
      reports,
      rows.slice(1).map(({ code }) => ({ body: JSON.stringify({ code, place: '/sign-in' }), status: 204 })),
    )

    // A wallet that cannot sign leads back to the list.
    await clickButton(page, next)
    await expectHeading(page, signIn.title)
    await setAnswer(user, SIGN, 'approve')
    await clickButton(page, signIn.continueWith('MetaMask'))
    await waitForPath(page, '/home')
    assert.equal(countSignIns(user), 2)
    assert.deepEqual(
      user.messages.map((message) => message.split('\n')[1]),
      [account.address, other.address, other.address],
    )
  },
)
