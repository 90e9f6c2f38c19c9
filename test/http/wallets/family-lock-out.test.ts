import assert from 'node:assert/strict'
import { afterEach, beforeEach, test } from 'node:test'
import { WALLET_NEW_MS } from '@countersign/contract/limits.ts'
import type { Wallet } from '@countersign/contract/routes/wallet.ts'
import { currentSettings } from '../../../server/src/admin/settings/change-settings.ts'
import { forEachEngine } from '../../support/database/each-engine.ts'
import { readRows } from '../../support/database/rows.ts'
import { requestLinkAs } from '../../support/families/family-requests.ts'
import { newFamilyAccount } from '../../support/families/new-family-account.ts'
import { addPerson, grantStepUp, type TestPerson } from '../../support/server/people.ts'
import { expectProblem } from '../../support/server/responses.ts'
import { startServer, type TestServer } from '../../support/server/server.ts'
import { setNamespaces } from '../../support/server/settings.ts'

const ROUNDS = 8

/** Someone with wallets of several families always keeps one that may sign in. */
forEachEngine('wallets of several chain families', (engine, testOnce) => {
  let server: TestServer
  beforeEach(async () => {
    server = await startServer(engine)
  })
  afterEach(() => server.close())

  /** An owner who signed in with an Ethereum wallet, and also has a Solana wallet. */
  async function addOwner() {
    const owner = await addPerson(server, 'owner')
    const account = newFamilyAccount('eip155')
    const sign = async (message: string) => ({ signature: await owner.account.signMessage({ message }) })
    const person = { ...owner, account: { ...account, address: owner.account.address, sign } }
    const linked = await requestLinkAs(person, newFamilyAccount('solana'))
    assert.equal(linked.status, 201, linked.text)
    server.clock.now += WALLET_NEW_MS
    const [ethereum] = await readRows(
      server,
      "SELECT id FROM wallet WHERE person_id = ? AND namespace = 'eip155'",
      owner.id,
    )
    return { owner, ethereum: String(ethereum?.id), solana: (linked.json as Wallet).id } // a response with status 201
  }

  const remove = (owner: TestPerson, id: string) => owner.signed('DELETE', `/api/me/wallets/${id}`)
  async function setFamilies(owner: TestPerson, namespaces: string[], version = 1) {
    await grantStepUp(server, owner, 'admin.mode')
    return owner.change('PATCH', '/api/admin/settings', { namespaces }, version)
  }

  testOnce('the only wallet of a family that may sign in is not removed', async () => {
    const { owner, ethereum, solana } = await addOwner()
    await setNamespaces(server, ['eip155'])
    expectProblem(await remove(owner, ethereum), 'last_wallet')
    await setNamespaces(server, ['solana'])
    expectProblem(await remove(owner, solana), 'last_wallet')
    await setNamespaces(server, ['eip155'])
    assert.equal((await remove(owner, solana)).status, 200)
  })

  testOnce('a family whose wallet is being removed is not the only one that remains', async () => {
    const { owner, solana } = await addOwner()
    assert.equal((await remove(owner, solana)).status, 200)
    const { fields } = expectProblem(await setFamilies(owner, ['solana']), 'setting_invalid')
    assert.deepEqual(fields, [{ path: '/namespaces', code: 'own_family' }])
    assert.equal((await setFamilies(owner, ['eip155'])).status, 200)
  })

  test('a family is not turned off while the last wallet of another is removed', async () => {
    for (let round = 0; round < ROUNDS; round++) {
      await setNamespaces(server, ['eip155', 'solana', 'bip122'])
      const { owner, solana } = await addOwner()
      const { version } = await currentSettings(server.context)
      const responses = await Promise.all([setFamilies(owner, ['solana'], version), remove(owner, solana)])
      const [won] = responses.filter(({ status }) => status === 200)
      const [lost] = responses.filter((response) => response !== won)
      assert.match(lost?.text ?? '', /"(?:setting_invalid|last_wallet)"/)
    }
  })
})
