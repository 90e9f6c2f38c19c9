import assert from 'node:assert/strict'
import type { Request } from 'playwright-core'
import { wordsForProblem } from '../../web/src/words/problems.ts'
import { type Guest, META, press, see, seeHeading } from '../support/guest.ts'
import type { WalletAnswer } from '../support/scripted-wallet.ts'
import { setStage } from '../support/stage.ts'
import { until } from '../support/until.ts'
import { notices, signIn } from '../support/words.ts'

const stage = setStage({ DEMO_WALLET: 'off' })
const signing = (answer: WalletAnswer) => ({ wallets: [{ ...META, answers: { personal_sign: answer } }] })
const BROKEN = { code: -32603, message: 'Internal JSON-RPC error.' }

type Report = { body: string | null; status: number | undefined }

/** What was told the server about problems, and what it answered. */
function noteReports({ page }: Guest): Report[] {
  const reports: Report[] = []
  page.on('requestfinished', async (sent: Request) => {
    if (new URL(sent.url()).pathname !== '/api/client-errors') return
    reports.push({ body: sent.postData(), status: (await sent.response())?.status() })
  })
  return reports
}

async function begin({ page }: Guest): Promise<void> {
  await page.goto('/sign-in')
  await press(page, signIn.continueWith('MetaMask'))
}

stage.play('tells the server the code of a problem, once for each try, and no more', signing(BROKEN), async (guest) => {
  const { page } = guest
  const reports = noteReports(guest)
  const { title, action } = wordsForProblem('wallet/internal', 'MetaMask')
  const report = { body: '{"code":"wallet/internal"}', status: 204 }
  await begin(guest)
  await seeHeading(page, title)
  await until(
    () => reports,
    ({ length }) => length === 1,
    'the problem is told',
  )
  await press(page, action)
  await until(
    () => reports,
    ({ length }) => length === 2,
    'the second is told too',
  )
  await seeHeading(page, title)
  assert.deepEqual(reports, [report, report])
})

stage.play('keeps a refusal of the person to itself', signing({ code: 4001, message: 'No.' }), async (guest) => {
  const { page } = guest
  await begin(guest)
  await see(page, notices.declined_signature('MetaMask'))
  await guest.wallet('io.metamask').answer('personal_sign', 'approve')
  await press(page, signIn.continueAs)
  await page.waitForURL('**/home')
  assert.ok(!guest.calls.includes('POST /api/client-errors'))
})

stage.play('is in nobody’s way when it cannot be told', signing(BROKEN), async (guest) => {
  const { page, context } = guest
  await context.route('**/api/client-errors', (route) => route.abort())
  await begin(guest)
  await seeHeading(page, wordsForProblem('wallet/internal', 'MetaMask').title)
  await guest.wallet('io.metamask').answer('personal_sign', 'approve')
  await press(page, wordsForProblem('wallet/internal', 'MetaMask').action)
  await page.waitForURL('**/home')
  assert.ok(guest.calls.includes('POST /api/client-errors'))
})
