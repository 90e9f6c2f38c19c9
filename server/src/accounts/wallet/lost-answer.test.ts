import assert from 'node:assert/strict'
import { afterEach, beforeEach, test } from 'node:test'
import { REPEAT_WINDOW_MS } from '@countersign/contract/limits.ts'
import { accountOf, challengeFor, stepUp, walletOf } from '../../../../test/support/account.ts'
import { refusalOf, startedOf } from '../../../../test/support/answers.ts'
import { newAccount, openBrowser, prove, signIn } from '../../../../test/support/browser.ts'
import { forEachEngine } from '../../../../test/support/each-engine.ts'
import { eventsOf, type Resident, settle } from '../../../../test/support/operator.ts'
import { readRows } from '../../../../test/support/rows.ts'
import { contractAddress, proveBy, scriptChains, YES } from '../../../../test/support/scripted-chains.ts'
import { startServer, type TestServer } from '../../../../test/support/server.ts'
import { checksumAddress } from '../../platform/crypto/ethereum-address.ts'

const PATH = '/api/me/wallets'

forEachEngine('the lost answer to a linked wallet', (engine) => {
  let server: TestServer
  let member: Resident
  beforeEach(async () => {
    server = await startServer(engine)
    member = await settle(server)
  })
  afterEach(() => server.close())

  /** The proof of a new wallet, confirmed by the one that is linked. */
  async function prepare({ browser, account }: Resident = member) {
    const added = newAccount()
    await stepUp(browser, account, 'wallet.add', accountOf(added))
    const challenge = await challengeFor(browser, 'link_wallet')
    const proof = await prove(challenge, added)
    const post = (key?: string, sent: unknown = proof) =>
      browser.post(PATH, { proof: sent }, key === undefined ? {} : { 'idempotency-key': key })
    return { added, challenge, proof, post }
  }

  test('is given again for the same proof and key, without another signature', async () => {
    const { challenge, post } = await prepare()
    const wallet = walletOf(await post(challenge.id), 201)
    assert.deepEqual(walletOf(await post(challenge.id), 201), wallet)
    assert.equal((await readRows(server, 'SELECT id FROM wallet WHERE person_id = ?', member.id)).length, 2)
    assert.equal((await eventsOf(server, 'wallet.linked')).length, 1)
  })

  test('links once when both arrive in parallel', async () => {
    const { challenge, post } = await prepare()
    const answers = await Promise.all([post(challenge.id), post(challenge.id), post(challenge.id)])
    assert.ok(answers.some(({ status }) => status === 201))
    assert.equal((await eventsOf(server, 'wallet.linked')).length, 1)
    walletOf(await post(challenge.id), 201)
  })

  test('is not given without the key, with another one, for another signature or too late', async () => {
    const { challenge, post, proof } = await prepare()
    walletOf(await post(challenge.id), 201)
    refusalOf(await post(), 'step_up_required')
    refusalOf(await post('chl_01AAAAAAAAAAAAAAAAAAAAAAAA'), 'step_up_required')
    const other = { ...proof, signature: `0x${'11'.repeat(65)}` }
    refusalOf(await post(challenge.id, other), 'step_up_required')
    server.clock.now += REPEAT_WINDOW_MS + 1
    refusalOf(await post(challenge.id), 'step_up_required')
  })

  test('is not given to another session of the same person, nor to another person', async () => {
    const { challenge, post, proof } = await prepare()
    walletOf(await post(challenge.id), 201)
    const second = openBrowser(server)
    startedOf(await signIn(second, member.account))
    for (const browser of [second, (await settle(server)).browser])
      refusalOf(await browser.post(PATH, { proof }, { 'idempotency-key': challenge.id }), 'step_up_required')
  })

  test('needs the signature that was not used when the first call never arrived', async () => {
    const { added, challenge, proof } = await prepare()
    const wallet = walletOf(await member.browser.post(PATH, { proof }, { 'idempotency-key': challenge.id }), 201)
    assert.equal(wallet.address, added.address)
  })

  test('a contract at the same address of another chain is linked as another wallet', async () => {
    const chains = scriptChains(10, 8453)
    server.context.chains = chains
    const address = contractAddress()
    for (const chainId of [10, 8453]) {
      chains.contracts.set(`${chainId}:${address}`, () => YES)
      await stepUp(member.browser, member.account, 'wallet.add', `eip155:${chainId}:${checksumAddress(address)}`)
      const challenge = await challengeFor(member.browser, 'link_wallet')
      const proof = await proveBy(challenge, { address, chainId, signature: `0x${'11'.repeat(65)}` })
      assert.equal(walletOf(await member.browser.post(PATH, { proof }), 201).account, `eip155:${chainId}:${address}`)
    }
    assert.equal((await readRows(server, 'SELECT id FROM wallet WHERE person_id = ?', member.id)).length, 3)
  })
})
