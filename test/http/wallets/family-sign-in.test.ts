import assert from 'node:assert/strict'
import { afterEach, beforeEach, test } from 'node:test'
import { formatAccount } from '@countersign/contract/family/account.ts'
import { families, type Namespace, namespaces } from '@countersign/contract/family/family.ts'
import { shortAddress } from '@countersign/contract/family/short-address.ts'
import { WALLET_NEW_MS } from '@countersign/contract/limits.ts'
import type { Invite } from '@countersign/contract/routes/admin/invite.ts'
import type { Wallet } from '@countersign/contract/routes/wallet.ts'
import { forEachEngine } from '../../support/database/each-engine.ts'
import { removeFirstOwner } from '../../support/database/first-owner.ts'
import { readRows } from '../../support/database/rows.ts'
import { newBitcoinAccount } from '../../support/families/bitcoin.ts'
import { type FamilyAccount, proveAs } from '../../support/families/family-account.ts'
import {
  addPersonAs,
  identityOf,
  requestLinkAs,
  requestStepUpAs,
  signInAs,
} from '../../support/families/family-requests.ts'
import { newFamilyAccount } from '../../support/families/new-family-account.ts'
import { newSolanaAccount } from '../../support/families/solana.ts'
import { openBrowser } from '../../support/server/http-browser.ts'
import { addPerson, grantStepUp, readEvents } from '../../support/server/people.ts'
import { createLink, expectCodes } from '../../support/server/recovery.ts'
import { expectProblem, expectSession, expectStarted } from '../../support/server/responses.ts'
import { startServer, type TestServer } from '../../support/server/server.ts'
import { setupBody } from '../../support/server/set-up.ts'
import { changeSettings } from '../../support/server/settings.ts'
import { expectWallet, fetchChallenge } from '../../support/server/wallets.ts'

/** Other files test the same with Ethereum. */
const NEW_FAMILIES = namespaces.filter((namespace) => namespace !== 'eip155')

const OTHER: Record<Namespace, Namespace> = { eip155: 'solana', solana: 'bip122', bip122: 'eip155' }

forEachEngine('wallets of every chain family', (engine, testOnce) => {
  let server: TestServer
  beforeEach(async () => {
    server = await startServer(engine)
  })
  afterEach(() => server.close())

  const readWallets = (personId: string) =>
    readRows(
      server,
      'SELECT namespace, chain, address, kind FROM wallet WHERE person_id = ? ORDER BY linked_at',
      personId,
    )
  const rowOf = (account: FamilyAccount) => {
    const [namespace, chain, address] = identityOf(account).split(':')
    return { namespace, chain, address, kind: 'eoa' }
  }

  for (const namespace of NEW_FAMILIES) {
    const { name } = families[namespace]

    test(`${name}: creates a person at the first sign-in and finds them at the next`, async () => {
      const account = newFamilyAccount(namespace)
      const first = expectStarted(await signInAs(openBrowser(server), account))
      assert.deepEqual([first.created, first.session.wallet.account], [true, identityOf(account)])
      assert.equal(first.session.wallet.address, account.address)
      const browser = openBrowser(server)
      const again = expectStarted(await signInAs(browser, account))
      assert.deepEqual([again.created, again.me.id], [false, first.me.id])
      assert.equal(expectSession(await browser.get('/api/session')).session.wallet.address, account.address)
      assert.deepEqual(await readWallets(first.me.id), [rowOf(account)])
      const { items } = (await browser.get('/api/me/sessions')).json as { items: { wallet: { account: string } }[] } // compared next
      assert.deepEqual(new Set(items.map(({ wallet }) => wallet.account)), new Set([identityOf(account)]))
      const events = await readRows(server, "SELECT address FROM activity WHERE kind = 'sign_in.ok' ORDER BY id")
      assert.deepEqual(events, Array(2).fill({ address: rowOf(account).address }))
    })

    test(`${name}: links a wallet of another family to the same person`, async () => {
      const person = await addPersonAs(server, newFamilyAccount(namespace))
      server.clock.now += 1000
      const added = newFamilyAccount(OTHER[namespace])
      const wallet = expectWallet(await requestLinkAs(person, added), 201)
      assert.deepEqual([wallet.account, wallet.address, wallet.kind], [identityOf(added), added.address, 'eoa'])
      assert.deepEqual(await readWallets(person.id), [rowOf(person.account), rowOf(added)])
      assert.equal(expectStarted(await signInAs(openBrowser(server), added)).me.id, person.id)
      expectProblem(await requestLinkAs(person, added), 'wallet_already_yours')
      const other = await addPersonAs(server, newFamilyAccount('eip155'))
      expectProblem(await requestLinkAs(other, added), 'wallet_in_use')
      const { items } = (await person.browser.get('/api/me/wallets')).json as { items: Wallet[] } // compared next
      assert.deepEqual(
        items.map(({ account }) => account),
        [identityOf(person.account), identityOf(added)],
      )
    })

    test(`${name}: signs for a step-up, whose text names the wallet to add`, async () => {
      const person = await addPersonAs(server, newFamilyAccount(namespace))
      const added = newFamilyAccount(namespace)
      const { statement } = await fetchChallenge(person.browser, 'step_up', {
        action: 'wallet.add',
        target: formatAccount(added),
      })
      assert.ok(statement.includes(added.address), statement)
      expectSession(await requestStepUpAs(person, 'recovery.drop'))
      const other = { ...person, account: newFamilyAccount(namespace) }
      expectProblem(await requestStepUpAs(other, 'recovery.drop'), 'wallet_not_yours')
    })

    test(`${name}: recovers an account with a code and with a link of an admin`, async () => {
      const person = await addPersonAs(server, newFamilyAccount(OTHER[namespace]))
      server.clock.now += WALLET_NEW_MS
      expectSession(await requestStepUpAs(person, 'recovery.create'))
      const { code } = expectCodes(await person.browser.post('/api/me/recovery-codes'))
      for (const key of [{ code }, { link: (await createLink(server, person.id)).token }]) {
        const [browser, account] = [openBrowser(server), newFamilyAccount(namespace)]
        const proof = await proveAs(await fetchChallenge(browser, 'recover'), account)
        const { me } = expectStarted(await browser.post('/api/recoveries', { proof, keep: true, ...key }))
        assert.equal(me.id, person.id)
        assert.deepEqual((await readWallets(person.id)).at(-1), rowOf(account))
      }
    })

    test(`${name}: becomes the first owner with the setup code`, async () => {
      await removeFirstOwner(server.context.store)
      const browser = openBrowser(server)
      const account = newFamilyAccount(namespace)
      const proof = await proveAs(await browser.challenge('setup'), account)
      const { me } = expectStarted(await browser.post('/api/setup', await setupBody(server, proof)))
      assert.equal(me.role, 'owner')
      assert.deepEqual(await readWallets(me.id), [rowOf(account)])
    })

    test(`${name}: asks for access, and signs up once it is granted`, async () => {
      const admin = await addPerson(server, 'admin')
      await grantStepUp(server, admin, 'admin.mode')
      await changeSettings(server, { registration: 'invite' })
      const [browser, account] = [openBrowser(server), newFamilyAccount(namespace)]
      const proof = await proveAs(await browser.challenge(), account)
      expectProblem(await browser.post('/api/sessions', { proof, keep: true }), 'invite_required')
      assert.equal((await browser.post('/api/access-requests', { proof })).status, 201)
      assert.equal(expectProblem(await signInAs(browser, account), 'invite_required').request?.status, 'open')
      assert.deepEqual(await readRows(server, 'SELECT subject FROM access_request'), [{ subject: identityOf(account) }])
      const path = '/api/admin/access-requests'
      const { items } = (await admin.browser.get(path)).json as {
        items: { id: string; address: string; chainId: null }[]
      } // compared next
      assert.deepEqual([items[0]?.address, items[0]?.chainId], [account.address, null])
      assert.equal((await admin.browser.post(`${path}/${items[0]?.id}/accept`, {})).status, 204)
      const { me } = expectStarted(await signInAs(browser, account))
      assert.deepEqual(await readWallets(me.id), [rowOf(account)])
      expectProblem(await signInAs(openBrowser(server), newFamilyAccount(namespace)), 'invite_required')
    })

    test(`${name}: is the only wallet that may use an invitation for it`, async () => {
      const admin = await addPerson(server, 'admin')
      await changeSettings(server, { registration: 'invite' })
      const account = newFamilyAccount(namespace)
      const body = { role: 'member', account: claimIn(account), maxUses: 1, expiresInMs: 3_600_000 }
      const response = await admin.signed('POST', '/api/admin/invites', body)
      assert.equal(response.status, 201, response.text)
      const { invite, url } = response.json as { invite: Invite; url: string } // compared next
      assert.deepEqual([invite.address, invite.chainId], [account.address, null])
      const token = url.split('/').at(-1) ?? ''
      const seen = (await openBrowser(server).get(`/api/invites/lookup?token=${token}`)).json as object
      const [inviter, wallet] = [admin.account, account].map(({ address }) => shortAddress(address))
      assert.deepEqual(seen, { inviter, role: 'member', wallet, namespace, expiresAt: invite.expiresAt })
      for (const other of namespaces) {
        const refused = await signInAs(openBrowser(server), newFamilyAccount(other), { invite: token })
        expectProblem(refused, 'invite_other_wallet')
      }
      expectStarted(await signInAs(openBrowser(server), account, { invite: token }))
    })

    test(`${name}: creates one session from one proof that is sent several times at once`, async () => {
      const browser = openBrowser(server)
      const proof = await proveAs(await browser.challenge(), newFamilyAccount(namespace))
      const responses = await Promise.all(
        Array.from({ length: 4 }, () => browser.post('/api/sessions', { proof, keep: true })),
      )
      assert.deepEqual(responses.map(({ status }) => status).sort(), [201, 409, 409, 409])
      assert.equal((await readRows(server, 'SELECT id FROM session')).length, 1)
      assert.equal((await readRows(server, 'SELECT id FROM person')).length, 1)
    })

    test(`${name}: creates one person from two first sign-ins at once`, async () => {
      const account = newFamilyAccount(namespace)
      const responses = await Promise.all([1, 2].map(() => signInAs(openBrowser(server), account)))
      assert.deepEqual(
        responses.map(({ status }) => status),
        [201, 201],
      )
      assert.equal((await readRows(server, 'SELECT id FROM person')).length, 1)
    })
  }

  test('an owner is named in OWNER_WALLETS by an address or account of any family', async () => {
    const accounts = namespaces.map(newFamilyAccount)
    const wallets = [...accounts.map(({ address }) => address), identityOf(newFamilyAccount('solana'))].join(', ')
    const own = await startServer(engine, { environment: { OWNER_WALLETS: wallets } })
    try {
      for (const account of accounts) {
        const { me } = expectStarted(await signInAs(openBrowser(own), account))
        assert.equal(me.role, 'owner')
      }
    } finally {
      await own.close()
    }
  })

  testOnce('an invitation names no address that cannot sign in', async () => {
    const admin = await addPerson(server, 'admin')
    const invite = (account: string) =>
      admin.signed('POST', '/api/admin/invites', { role: 'member', account, maxUses: 1, expiresInMs: 3_600_000 })
    const { chain: solana } = newSolanaAccount()
    const { chain: bitcoin } = newBitcoinAccount()
    const wrong = [
      ['address_invalid', `solana:${solana}:${'1'.repeat(32)}`],
      ['address_invalid', `solana:${solana}:1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa`],
      ['network_unsupported', `solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1:${newSolanaAccount().address}`],
      ['address_invalid', `bip122:${bitcoin}:bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t5`],
      ['address_unsupported', `bip122:${bitcoin}:bc1qrp33g0q5c5txsp9arysrx4k6zdkfs4nce4xj0gdcccefvpysxf3qccfmv3`],
      ['network_unsupported', `bip122:${bitcoin}:tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx`],
    ] as const
    for (const [code, account] of wrong) {
      const { fields } = expectProblem(await invite(account), code)
      assert.deepEqual(fields, [{ path: '/account', code }])
    }
    assert.deepEqual(await readRows(server, 'SELECT id FROM invite'), [])
    assert.deepEqual(await readEvents(server, 'invite.created'), [])
  })
})

function claimIn(account: FamilyAccount): string {
  return account.namespace === 'eip155' ? `eip155:0:${account.address}` : formatAccount(account)
}
