/** People with Solana and Bitcoin wallets at an app in Apache and at a site behind nginx. */

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { BITCOIN_MAINNET, SOLANA_MAINNET } from '@countersign/contract/family/family.ts'
import { interaction } from '../../../web/src/words/interaction.ts'
import { openChromium } from '../../support/browser/chromium.ts'
import { BACKPACK, type FamilyWalletChoice, XVERSE } from '../../support/browser/family-wallets.ts'
import { clickButton, expectHeading, openTestUser, type TestUser } from '../../support/browser/test-user.ts'
import { addApacheApp, addNginxHost } from '../../support/browser/visit-parties.ts'
import { setUpVisitSuite } from '../../support/browser/visit-suite.ts'
import { signIn } from '../../support/browser/words.ts'
import { forDefaultEngine } from '../../support/database/engines.ts'

const APP_NAME = 'Wiki in Apache'
const NO_PROBLEMS = { foreign: [], errors: [] }

forDefaultEngine('an app and a site visited with wallets of other families', (engine) => {
  const visits = setUpVisitSuite(engine)

  async function openUser(wallet: FamilyWalletChoice, origins: string[]): Promise<TestUser> {
    const user = await openTestUser(await openChromium(), visits.product.origin, {
      families: [wallet],
      browser: { ignoreHTTPSErrors: true },
    })
    visits.cleanups.push(() => user.close())
    for (const origin of origins) user.allowOrigin(origin)
    return user
  }

  const problemsOf = ({ foreignRequests: foreign, pageErrors: errors }: TestUser) => ({ foreign, errors })

  test('Apache gets the account of a person with a Solana wallet', async () => {
    const appUrl = await addApacheApp(visits, APP_NAME)
    const user = await openUser(BACKPACK, [appUrl])
    const { page, families } = user
    const privateUrl = `${appUrl}/private/`
    await page.goto(privateUrl)
    await expectHeading(page, interaction.signInTitle(APP_NAME))
    await clickButton(page, signIn.continueWith('Backpack'))
    await expectHeading(page, `${interaction.allowTitle} ${APP_NAME}?`)
    await clickButton(page, interaction.allow)
    await page.waitForURL(privateUrl)
    assert.equal((await page.locator('body').innerText()).trim(), 'only for people')
    const headers = (await page.request.get(privateUrl)).headers()
    assert.equal(headers['x-seen-wallet'], `solana:${SOLANA_MAINNET}:${families.solana.address}`)
    assert.match(headers['x-seen-user'] ?? '', /^[\w-]{43}$/)
    assert.deepEqual(problemsOf(user), NO_PROBLEMS)
  })

  test('the site behind nginx gets the account of a person with a Bitcoin wallet', async () => {
    const host = await addNginxHost(visits, 'coins')
    const user = await openUser(XVERSE, [new URL(host.url).origin])
    const { page, families } = user
    await page.goto(host.url)
    await clickButton(page, signIn.continueWith('Xverse'))
    await page.waitForURL(host.url)
    assert.equal((await page.locator('body').innerText()).trim(), 'the site')
    const headers = host.site.requests.findLast(({ url }) => url === '/')?.headers
    assert.equal(headers?.['x-countersign-wallet'], `bip122:${BITCOIN_MAINNET}:${families.bitcoin.address}`)
    assert.deepEqual(problemsOf(user), NO_PROBLEMS)
  })
})
