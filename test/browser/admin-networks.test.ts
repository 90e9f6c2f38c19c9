import assert from 'node:assert/strict'
import { after } from 'node:test'
import type { Page } from 'playwright-core'
import { NODE_KEY, startNode } from '../support/fake-node.ts'
import { META, main, press, see, seeHeading } from '../support/guest.ts'
import { inspect } from '../support/inspect.ts'
import { dialog } from '../support/member.ts'
import { confirm, setSite } from '../support/site.ts'
import { networks as words } from '../support/words.ts'

const base = await startNode('0x2105')
const second = await startNode('0x2105')
const optimism = await startNode('0xa')
after(() => Promise.all([base, second, optimism].map((node) => node.die())))

const site = setSite({ RPC_10: optimism.url })
const { play } = site.stage

const bare = setSite()

const endpoint = (page: Page, place: number) => page.getByLabel(words.url(place), { exact: true })
const card = (page: Page, name: string) => main(page).getByRole('article').filter({ hasText: name })
const save = (page: Page, title: string) =>
  dialog(page, title).getByRole('button', { name: words.act, exact: true }).click()

play('an admin adds a network, tests, changes and removes it', { wallets: [META] }, async (guest) => {
  const { page } = guest
  await site.enter(guest, 'admin', '/admin/networks')
  await seeHeading(page, words.title)
  await testOfEnvironment(page)
  await press(page, words.add)
  await refuseNetworks(page)
  await page.getByLabel(words.which, { exact: true }).selectOption('8453')
  assert.equal(await page.getByLabel(words.name, { exact: true }).inputValue(), 'Base')
  await endpoint(page, 1).fill(base.url)
  await endpoint(page, 2).fill(second.url)
  await save(page, words.addTitle)
  await dialog(page, words.addTitle).waitFor({ state: 'hidden' })
  await card(page, 'Base').getByText(words.chain(8453)).waitFor()
  assert.equal(
    await card(page, 'Base')
      .getByText(/^http:\/\/127\.0\.0\.1:\d+\/…$/)
      .count(),
    2,
  )
  assert.doesNotMatch(await page.content(), new RegExp(NODE_KEY))

  await press(page, words.testOf('Base'))
  await page.getByText(words.tested(2, 2)).first().waitFor()
  await second.die()
  for (let asked = 0; asked < 3; asked++) {
    const answered = page.waitForResponse((answer) => answer.url().endsWith('/test'))
    await press(page, words.testOf('Base'))
    await answered
  }
  await card(page, 'Base').getByText(words.states.down).waitFor()
  await inspect(page, 'networks, one endpoint down')
  await changeAndRemove(page)
})

/** A network of the environment says where it is changed, and can only be tested. */
async function testOfEnvironment(page: Page): Promise<void> {
  const own = card(page, words.byEnvironment)
  await own.getByText('RPC_10', { exact: true }).waitFor()
  assert.deepEqual(await own.getByRole('button').allTextContents(), [words.test])
  await own.getByRole('button').click()
  await page.getByText(words.tested(1, 1)).first().waitFor()
  await own.getByText(words.states.up).or(own.getByText(words.states.unknown)).first().waitFor()
}

/** What is wrong is said at its field, by the page and by the server, and what was typed stays. */
async function refuseNetworks(page: Page): Promise<void> {
  await page.getByLabel(words.which, { exact: true }).selectOption('other')
  await page.getByLabel(words.chainId, { exact: true }).fill('0')
  await endpoint(page, 1).fill('rpc.example')
  await page.getByRole('button', { name: words.moreUrls }).click()
  await endpoint(page, 2).waitFor()
  await save(page, words.addTitle)
  await page.getByText(words.chainIdWrong).waitFor()
  await page.getByText(words.urlProblems.not_a_url).waitFor()
  await inspect(page, 'a new network, with mistakes')

  await page.getByLabel(words.which, { exact: true }).selectOption('100')
  await endpoint(page, 1).fill(optimism.url)
  await save(page, words.addTitle)
  await confirm(page)
  await page.getByText(words.urlProblems.wrong_chain).waitFor()
  await page.getByText('Endpoint 1: It answers for chain 10, not for 100.').first().waitFor()
  assert.equal(await endpoint(page, 1).inputValue(), optimism.url)

  await page.getByLabel(words.which, { exact: true }).selectOption('10')
  await save(page, words.addTitle)
  await dialog(page, words.addTitle).locator('.field-refusal').getByText(words.refusals.network_exists).waitFor()
  assert.deepEqual(site.read('SELECT id FROM network'), [])
}

async function changeAndRemove(page: Page): Promise<void> {
  await press(page, words.changeOf('Base'))
  await page.getByLabel(words.name, { exact: true }).fill('Base mainnet')
  await save(page, words.changeTitle('Base'))
  await main(page).getByRole('heading', { level: 2, name: 'Base mainnet', exact: true }).waitFor()
  await press(page, words.switchOffOf('Base mainnet'))
  await see(page, words.offNote)
  await press(page, words.switchOnOf('Base mainnet'))
  await page.getByRole('button', { name: words.switchOffOf('Base mainnet') }).waitFor()
  await press(page, words.removeOf('Base mainnet'))
  const removing = dialog(page, words.removeTitle('Base mainnet'))
  await inspect(page, 'removing a network')
  await removing.getByRole('button', { name: words.remove, exact: true }).click()
  await card(page, 'Base mainnet').waitFor({ state: 'hidden' })
  await page.getByRole('navigation').locator('[href="/admin/activity"]').click()
  await main(page).getByRole('rowheader').filter({ hasText: 'Base mainnet (8453)' }).first().waitFor()
}

bare.stage.play('without a network the screen says what networks are for', { wallets: [META] }, async (guest) => {
  const { page } = guest
  await bare.enter(guest, 'admin', '/admin/networks')
  await see(page, words.empty)
  await see(page, words.learnTitle)
  await inspect(page, 'no networks')
  assert.equal(await main(page).getByRole('button').count(), 1)
})
