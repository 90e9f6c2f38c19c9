import assert from 'node:assert/strict'
import type { ProblemCode } from '@countersign/contract/error/problem-code.ts'
import { shortAddress } from '@countersign/contract/family/short-address.ts'
import type { Page } from 'playwright-core'
import { wordsForProblem } from '../../../web/src/words/problems.ts'
import {
  checkRestored,
  countSignIns,
  expectSignedIn,
  REJECTION,
  walletRow,
} from '../../support/browser/family-sign-in.ts'
import {
  BACKPACK,
  type FamilyWalletChoice,
  GLOW,
  LEDGER_NEW,
  LEDGER_OLD,
  SOLFLARE,
} from '../../support/browser/family-wallets.ts'
import { setUpSuite } from '../../support/browser/suite.ts'
import {
  clickButton,
  expectHeading,
  expectPoliteMessage,
  expectStatus,
  expectText,
  type TestUser,
  waitForChallenge,
} from '../../support/browser/test-user.ts'
import { chip, notices, signIn } from '../../support/browser/words.ts'
import { until } from '../../support/until.ts'

const suite = setUpSuite({ DEMO_WALLET: 'off' })

/** What the wallet was asked that may have opened a window. */
async function readPrompts(user: TestUser, { id }: FamilyWalletChoice): Promise<string[]> {
  return (await user.wallet(id).calledMethods()).filter((method) => !method.endsWith(' silent'))
}

/** With its challenge: a wallet that gets none within a second is asked to connect first. */
const openSignIn = (page: Page) => waitForChallenge(page, () => page.goto('/sign-in'))

/** What was signed last: a text, or an off-chain message of this version. */
function lastForm({ families: { signed } }: TestUser): string {
  const bytes = signed.at(-1)
  return bytes?.[0] === 0xff ? `v${bytes[16]}` : 'text'
}

const KINDS: { wallet: FamilyWalletChoice; prompts: string[]; form: string }[] = [
  { wallet: BACKPACK, prompts: ['solana:signIn'], form: 'text' },
  { wallet: SOLFLARE, prompts: ['solana:signIn'], form: 'text' },
  { wallet: GLOW, prompts: ['standard:connect', 'solana:signMessage'], form: 'text' },
  { wallet: LEDGER_NEW, prompts: ['solana:signIn', 'solana:signIn'], form: 'v1' },
  { wallet: LEDGER_OLD, prompts: ['solana:signIn', 'standard:connect', 'solana:signMessage'], form: 'v0' },
]

suite.testInBrowser(
  'signs in with solana:signIn 1.1 and 1.0, with signMessage and with a Ledger, and asks each wallet as little as possible',
  { families: KINDS.map(({ wallet }) => wallet) },
  async (user) => {
    const { page, context, families } = user
    const { host } = new URL(suite.product.origin)
    for (const [index, { wallet, prompts, form }] of KINDS.entries()) {
      await openSignIn(page)
      await walletRow(page, wallet).click()
      await expectSignedIn(user, families.solana.address)
      await expectStatus(page, chip.connected)
      assert.deepEqual(
        { wallet: wallet.name, prompts: await readPrompts(user, wallet), form: lastForm(user) },
        { wallet: wallet.name, prompts, form },
      )
      assert.equal(countSignIns(user), index + 1)
      const text = user.messages.at(-1) ?? ''
      const start = `${host} wants you to sign in with your Solana account:\n${families.solana.address}\n`
      assert.ok(text.startsWith(start), text)
      await context.clearCookies()
    }
  },
)

/** Phantom and Solflare report that the person declined when their Ledger cannot sign a text. */
const LEDGER_DECLINING: FamilyWalletChoice = {
  ...BACKPACK,
  id: 'solana:Declining',
  name: 'Declining',
  refusesText: REJECTION,
}

suite.testInBrowser(
  'asks a wallet that declined twice for an off-chain message at the third attempt',
  { families: [LEDGER_DECLINING] },
  async (user) => {
    const { page, families } = user
    await openSignIn(page)
    for (const asked of [1, 2]) {
      await walletRow(page, LEDGER_DECLINING).click()
      await until(
        () => readPrompts(user, LEDGER_DECLINING),
        (prompts) => prompts.length === asked,
        'the wallet is asked',
      )
      await walletRow(page, LEDGER_DECLINING).waitFor()
    }
    assert.equal(families.signed.length, 0)
    await walletRow(page, LEDGER_DECLINING).click()
    await expectSignedIn(user, families.solana.address)
    assert.equal(lastForm(user), 'v1')
    assert.equal(countSignIns(user), 1)
  },
)

/** The text was changed by the wallet before it was signed. */
const MUTATING: FamilyWalletChoice = { ...GLOW, id: 'solana:Mutating', name: 'Mutating', appends: '\nPS: hello' }
const WRONG_DOMAIN: FamilyWalletChoice = {
  ...SOLFLARE,
  id: 'solana:Wrong',
  name: 'Wrong',
  writes: { domain: 'evil.example' },
}
const OTHER_SIGNER: FamilyWalletChoice = { ...GLOW, id: 'solana:Switching', name: 'Switching', signsAs: 'otherSolana' }

async function expectProblem(page: Page, code: ProblemCode, { name }: FamilyWalletChoice): Promise<void> {
  await expectHeading(page, wordsForProblem(code, name).title)
}

/** The account is switched while a signature is waiting; the late signature of the old account is dropped. */
async function switchWhileSigning(user: TestUser): Promise<void> {
  const { page, families } = user
  const glow = user.wallet(GLOW.id)
  await page.goto('/sign-in')
  await glow.answer('solana:signMessage', 'ask')
  await walletRow(page, GLOW).click()
  await expectHeading(page, signIn.signTitle(GLOW.name))
  await until(
    () => glow.waiting(),
    (methods) => methods.length === 1,
    'the wallet is asked',
  )
  await glow.switchAccounts([families.otherSolana.address])
  await expectPoliteMessage(page, notices.account_changed)
  await expectText(page, shortAddress(families.otherSolana.address))
  const before = { signIns: countSignIns(user), signed: families.signed.length }
  await glow.approve()
  await until(
    () => families.signed.length,
    (signed) => signed > before.signed,
    'the old text is signed',
  )
  assert.equal(countSignIns(user), before.signIns)
  await glow.answer('solana:signMessage', 'approve')
  await clickButton(page, signIn.continueAs)
  await expectSignedIn(user, families.otherSolana.address)
}

suite.testInBrowser(
  'signs no one in when the wallet declines, changes the text, names another domain or signs with another account',
  { families: [GLOW, BACKPACK, MUTATING, WRONG_DOMAIN, OTHER_SIGNER] },
  async (user) => {
    const { page, context, families } = user
    // A refusal counts as immediate within a moment, which a busy machine may need for it.
    await page.clock.setFixedTime(Date.now())
    await openSignIn(page)
    await user.wallet(BACKPACK.id).answer('solana:signIn', REJECTION)
    await walletRow(page, BACKPACK).click()
    await expectPoliteMessage(page, notices.declined_at_once(BACKPACK.name))
    assert.equal(countSignIns(user), 0)

    await page.goto('/sign-in')
    await walletRow(page, MUTATING).click()
    await expectProblem(page, 'wallet/other_text', MUTATING)
    assert.equal(countSignIns(user), 0)

    await page.goto('/sign-in')
    await walletRow(page, OTHER_SIGNER).click()
    await expectProblem(page, 'signature_invalid', OTHER_SIGNER)

    await openSignIn(page)
    await walletRow(page, WRONG_DOMAIN).click()
    await expectProblem(page, 'wallet/other_text', WRONG_DOMAIN)
    assert.equal(
      (await context.cookies()).some(({ name }) => name === 'cs'),
      false,
    )
    const { solana, otherSolana } = families
    const find = 'SELECT address FROM wallet WHERE address IN (?, ?)'
    assert.deepEqual(suite.read(find, solana.address, otherSolana.address), [])

    // Our text is signed instead of the one that the wallet writes.
    await clickButton(page, wordsForProblem('wallet/other_text', WRONG_DOMAIN.name).action)
    await expectSignedIn(user, solana.address)
    assert.deepEqual(await readPrompts(user, WRONG_DOMAIN), ['solana:signIn', 'solana:signMessage'])
    await context.clearCookies()
    await switchWhileSigning(user)
  },
)

suite.testInBrowser(
  'restores the wallet without a prompt, shows another account, and keeps the session when the wallet is locked or disconnected',
  { families: [GLOW] },
  (user) => {
    const { solana, otherSolana } = user.families
    return checkRestored(user, { wallet: GLOW, own: solana.address, other: otherSolana.address, readPrompts })
  },
)
