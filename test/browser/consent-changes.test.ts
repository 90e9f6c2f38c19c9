import assert from 'node:assert/strict'
import { interaction } from '../../web/src/words/interaction.ts'
import { startAppSite } from '../support/app-site.ts'
import { main, press, see } from '../support/guest.ts'
import { PERMITTED } from '../support/member.ts'
import { setSite } from '../support/site.ts'

const site = setSite()

site.stage.play('nobody allows an app what it became while they read', { wallets: [PERMITTED] }, async (guest) => {
  const { page } = guest
  const app = await startAppSite(site, { name: 'Notes', scopes: ['openid', 'profile'] })
  await app.welcome(guest)
  await site.enter(guest, 'member', '/wallets/help')
  await app.ask(page)
  await see(page, `Notes ${interaction.asks}`)
  site.change("UPDATE app SET name = 'Ledger' WHERE id = ?", app.id)
  await press(page, interaction.allow)
  await see(page, `Ledger ${interaction.asks}`)
  assert.deepEqual(site.read('SELECT id FROM app_grant'), [])
  await main(page).getByRole('button', { name: interaction.allow, exact: true, disabled: false }).click()
  assert.ok((await app.answer(page)).get('code'))
  assert.equal(site.read('SELECT id FROM app_grant').length, 1)
})
