import assert from 'node:assert/strict'
import type { Page } from 'playwright-core'
import type { ProblemCode } from '../../web/src/sign-in/problem.ts'
import { shortAddress } from '../../web/src/ui/address-text.ts'
import { wordsForProblem } from '../../web/src/words/problems.ts'
import { arriveAt, type Guest, heard, META, main, press, see, seeCalm, seeHeading } from '../support/guest.ts'
import type { WalletAnswer } from '../support/scripted-wallet.ts'
import { setStage } from '../support/stage.ts'
import { until } from '../support/until.ts'
import { failed, notices, signIn } from '../support/words.ts'

const stage = setStage({ DEMO_WALLET: 'off' })
const CONNECT = ['wallet_requestPermissions', 'eth_requestAccounts']
const NO = { code: 4001, message: 'User rejected the request.' }
const posts = ({ calls }: Guest) => calls.filter((call) => call === 'POST /api/sessions').length

function answering(methods: string[], answer: WalletAnswer) {
  return { wallets: [{ ...META, answers: Object.fromEntries(methods.map((method) => [method, answer])) }] }
}

async function letThrough(guest: Guest, methods: string[]): Promise<void> {
  for (const method of methods) await guest.wallet('io.metamask').answer(method, 'approve')
}

/** A calm line, and nothing that looks or sounds like a fault. */
async function seeNoFault(page: Page, text: string): Promise<void> {
  await seeCalm(page, text)
  assert.equal(await main(page).getByRole('alert').count(), 0)
  assert.equal(await main(page).getByText(failed.details).count(), 0)
}

stage.play('takes a declined connection calmly, and the next try works', answering(CONNECT, NO), async (guest) => {
  const { page } = guest
  await page.goto('/sign-in')
  await press(page, signIn.continueWith('MetaMask'))
  await seeNoFault(page, notices.declined_connect('MetaMask'))
  await seeHeading(page, signIn.title)
  await letThrough(guest, CONNECT)
  await press(page, signIn.continueWith('MetaMask'))
  await arriveAt(page, '/home')
})

stage.play(
  'takes a declined signature calmly, hints at the second, and the third works',
  answering(['personal_sign'], NO),
  async (guest) => {
    const { page } = guest
    // Refusals count as two in a row within ten seconds, which a busy machine may need for them.
    await page.clock.setFixedTime(Date.now())
    await page.goto('/sign-in')
    await press(page, signIn.continueWith('MetaMask'))
    await seeNoFault(page, notices.declined_signature('MetaMask'))
    assert.equal(await main(page).getByText(notices.declined_twice).count(), 0)
    await press(page, signIn.continueAs)
    await seeNoFault(page, notices.declined_twice)
    assert.equal(posts(guest), 0)
    await letThrough(guest, ['personal_sign'])
    await press(page, signIn.continueAs)
    await arriveAt(page, '/home')
  },
)

type Row = { name: string; methods: string[]; answer: WalletAnswer; code: ProblemCode }

const rows: Row[] = [
  {
    name: 'a wallet that refuses to connect (4100)',
    methods: CONNECT,
    answer: { code: 4100, message: 'Unauthorized' },
    code: 'wallet/unauthorized',
  },
  {
    name: 'a wallet that no longer shares the account (4100)',
    methods: ['personal_sign'],
    answer: { code: 4100, message: 'Unauthorized' },
    code: 'wallet/unauthorized',
  },
  {
    name: 'a wallet without a network (4900)',
    methods: CONNECT,
    answer: { code: 4900, message: 'Disconnected' },
    code: 'wallet/offline',
  },
  {
    name: 'a network that is down (4901)',
    methods: ['personal_sign'],
    answer: { code: 4901, message: 'Chain disconnected' },
    code: 'wallet/network_down',
  },
  {
    name: 'a fault inside the wallet (-32603)',
    methods: ['personal_sign'],
    answer: { code: -32603, message: 'Internal \u202Eerror' },
    code: 'wallet/internal',
  },
  {
    name: 'words in another language and no code',
    methods: ['personal_sign'],
    answer: { message: 'Отказано пользователем' },
    code: 'wallet/unknown',
  },
  {
    name: 'something that is not a signature',
    methods: ['personal_sign'],
    answer: { result: 'hello' },
    code: 'wallet/bad_signature_format',
  },
  {
    name: 'a signature request that already waits (-32002)',
    methods: ['personal_sign'],
    answer: { code: -32002, message: 'Already pending' },
    code: 'wallet/pending',
  },
]

for (const { name, methods, answer, code } of rows) {
  stage.play(`says what to do about ${name}, and the remedy works`, answering(methods, answer), async (guest) => {
    const { page } = guest
    const { title, body, action } = wordsForProblem(code, 'MetaMask')
    await page.goto('/sign-in')
    await press(page, signIn.continueWith('MetaMask'))
    await seeHeading(page, title)
    await see(page, body)
    await until(
      () => heard(page, 'alert'),
      (text) => text === `${title}. ${body}`,
      'the problem is spoken',
    )
    await main(page).getByText(failed.details, { exact: true }).click()
    await see(page, code)
    if (answer instanceof Object && 'message' in answer) await see(page, answer.message.replace('\u202E', ''))
    await letThrough(guest, methods)
    await press(page, action)
    await arriveAt(page, '/home')
  })
}

stage.play(
  'sends a wallet that cannot sign (4200) back to the list',
  answering(['personal_sign'], { code: 4200, message: 'No' }),
  async ({ page }) => {
    const { title, action } = wordsForProblem('wallet/cannot_sign', 'MetaMask')
    await page.goto('/sign-in')
    await press(page, signIn.continueWith('MetaMask'))
    await seeHeading(page, title)
    await press(page, action)
    await seeHeading(page, signIn.title)
    await main(page)
      .getByRole('button', { name: signIn.continueWith('MetaMask') })
      .waitFor()
  },
)

stage.play(
  'finishes a connection that waits in the wallet (-32002)',
  answering(CONNECT, { code: -32002, message: 'Pending' }),
  async (guest) => {
    const { page } = guest
    await page.goto('/sign-in')
    await press(page, signIn.continueWith('MetaMask'))
    await see(page, signIn.pending('MetaMask'))
    await guest.wallet('io.metamask').permit(true)
    await press(page, signIn.done)
    await arriveAt(page, '/home')
  },
)

stage.play(
  'asks about the new account when it changes during a signature, and drops the old one',
  answering(['personal_sign'], 'ask'),
  async (guest) => {
    const { page, other } = guest
    const wallet = guest.wallet('io.metamask')
    await page.goto('/sign-in')
    await press(page, signIn.continueWith('MetaMask'))
    await seeHeading(page, signIn.signTitle('MetaMask'))
    await until(
      () => wallet.waiting(),
      (methods) => methods.length === 1,
      'the wallet is asked',
    )
    await wallet.switchAccounts([other.address])
    await seeNoFault(page, notices.account_changed)
    await see(page, shortAddress(other.address))
    await wallet.approve()
    await until(
      () => guest.messages.length,
      (signed) => signed === 1,
      'the old message is signed',
    )
    await wallet.answer('personal_sign', 'approve')
    await press(page, signIn.continueAs)
    await arriveAt(page, '/home')
    assert.equal(posts(guest), 1)
    assert.deepEqual(
      guest.messages.map((message) => message.split('\n')[1]),
      [guest.account.address, other.address],
    )
  },
)

stage.play(
  'says when the signature is by another account (422), and a right one works',
  { wallets: [META] },
  async (guest) => {
    const { page } = guest
    const { title, action } = wordsForProblem('signature_invalid', 'MetaMask')
    guest.signAs(guest.other)
    await page.goto('/sign-in')
    await press(page, signIn.continueWith('MetaMask'))
    await seeHeading(page, title)
    guest.signAs(undefined)
    await press(page, action)
    await arriveAt(page, '/home')
  },
)
