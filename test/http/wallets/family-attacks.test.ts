import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { formatAccount } from '@countersign/contract/family/account.ts'
import {
  BITCOIN_MAINNET,
  families,
  type Namespace,
  namespaces,
  SOLANA_MAINNET,
} from '@countersign/contract/family/family.ts'
import { messageFor, writeMessage } from '@countersign/contract/message/message.ts'
import type { Proof } from '@countersign/contract/proof.ts'
import { forDefaultEngine } from '../../support/database/engines.ts'
import { readRows } from '../../support/database/rows.ts'
import { bitcoinAccount, newBitcoinAccount } from '../../support/families/bitcoin.ts'
import { type FamilyAccount, proveAs } from '../../support/families/family-account.ts'
import { addPersonAs, requestLinkAs, signInAs } from '../../support/families/family-requests.ts'
import { newFamilyAccount } from '../../support/families/new-family-account.ts'
import { newSolanaAccount, solanaAccount } from '../../support/families/solana.ts'
import { errorCodeOf, openBrowser } from '../../support/server/http-browser.ts'
import { expectProblem, expectStarted } from '../../support/server/responses.ts'
import { startServer, type TestServer } from '../../support/server/server.ts'
import { fetchChallenge } from '../../support/server/wallets.ts'

const CHAINS: Record<Namespace, string> = { eip155: '1', solana: SOLANA_MAINNET, bip122: BITCOIN_MAINNET }

forDefaultEngine('proofs of another family, person or session', (engine) => {
  let server: TestServer
  before(async () => {
    server = await startServer(engine)
  })
  after(() => server.close())

  /** Sends a changed proof and asserts that no session and no person came of it. */
  async function sendChanged(account: FamilyAccount, change: (proof: Proof) => object): Promise<string> {
    const browser = openBrowser(server)
    const proof = await proveAs(await browser.challenge(), account)
    const counts = await countEverything()
    const response = await browser.post('/api/sessions', { proof: { ...proof, ...change(proof) }, keep: true })
    assert.ok(response.status >= 400 && response.status < 500, response.text)
    assert.deepEqual(await countEverything(), counts)
    return errorCodeOf(response)
  }
  const countEverything = () =>
    Promise.all(
      ['person', 'wallet', 'session', 'spent_challenge'].map((table) =>
        readRows(server, `SELECT count(*) AS n FROM ${table}`),
      ),
    )

  for (const namespace of namespaces) {
    const { name } = families[namespace]
    const others = namespaces.filter((each) => each !== namespace)

    test(`a ${name} proof is not valid as one of another family`, async () => {
      for (const other of others) {
        const account = newFamilyAccount(namespace)
        assert.equal(await sendChanged(account, () => ({ namespace: other })), 'message_malformed')
        const renamed = (proof: Proof) => ({
          namespace: other,
          account: `${other}:${CHAINS[other]}:${account.address}`,
          message: proof.message.replace(`your ${name} account`, `your ${families[other].name} account`),
        })
        assert.match(await sendChanged(account, renamed), /^(?:message_malformed|invalid_body|address_invalid)$/)
      }
    })

    test(`a ${name} proof whose account has another namespace, chain or address is refused`, async () => {
      const account = newFamilyAccount(namespace)
      for (const other of others)
        assert.match(
          await sendChanged(account, () => ({ account: formatAccount(newFamilyAccount(other)) })),
          /^message_malformed$/,
        )
      const elsewhere = { ...account, chain: namespace === 'eip155' ? '5' : 'EtWTRABZaYq6iMfeYKouRu166VU2xqa1' }
      const expected = namespace === 'eip155' ? 'message_malformed' : 'network_unsupported'
      assert.equal(await sendChanged(account, () => ({ account: formatAccount(elsewhere) })), expected)
      const someone = formatAccount(newFamilyAccount(namespace))
      assert.equal(await sendChanged(account, () => ({ account: someone })), 'message_malformed')
    })

    test(`a ${name} signature by another key is refused`, async () => {
      const victim = newFamilyAccount(namespace)
      expectStarted(await signInAs(openBrowser(server), victim))
      const forged = { ...victim, sign: newFamilyAccount(namespace).sign }
      assert.equal(await sendChanged(forged, () => ({})), 'signature_invalid')
    })

    test(`an address of another family does not sign in as ${name}`, async () => {
      for (const other of others) {
        const { address } = newFamilyAccount(other)
        const account = { ...newFamilyAccount(namespace), address }
        assert.match(await sendChanged(account, () => ({})), /^(?:invalid_body|message_malformed|address_invalid)$/)
      }
    })

    test(`a ${name} challenge of another session, browser or purpose is refused`, async () => {
      const [person, other] = [
        await addPersonAs(server, newFamilyAccount(namespace)),
        await addPersonAs(server, newFamilyAccount(namespace)),
      ]
      const challenge = await fetchChallenge(other.browser, 'link_wallet')
      const proof = await proveAs(challenge, newFamilyAccount(namespace))
      expectProblem(await openBrowser(server).post('/api/sessions', { proof, keep: true }), 'purpose_not_allowed')
      const stepUp = await fetchChallenge(other.browser, 'step_up', { action: 'recovery.drop' })
      const stolen = { proof: await proveAs(stepUp, person.account) }
      expectProblem(await person.browser.post('/api/session/step-up', stolen), 'challenge_other_browser')
      const signIn = await proveAs(await other.browser.challenge(), person.account)
      const moved = await openBrowser(server).post('/api/sessions', { proof: signIn, keep: true })
      expectProblem(moved, 'challenge_other_browser')
    })

    test(`a ${name} wallet of another person is not linked`, async () => {
      const [person, other] = [
        await addPersonAs(server, newFamilyAccount(namespace)),
        await addPersonAs(server, newFamilyAccount(namespace)),
      ]
      expectProblem(await requestLinkAs(person, other.account), 'wallet_in_use')
    })
  }

  test('an envelope is accepted from Solana wallets only', async () => {
    const envelope = Buffer.from('\u{ff}solana offchain', 'latin1').toString('base64')
    for (const namespace of ['eip155', 'bip122'] as const)
      assert.equal(await sendChanged(newFamilyAccount(namespace), () => ({ envelope })), 'signature_malformed')
    const solana = newSolanaAccount()
    for (const version of [0, 1] as const)
      expectStarted(
        await signInAs(openBrowser(server), { ...solana, sign: (text) => solana.signEnvelope(text, version) }),
      )
    assert.match(await sendChanged(solana, () => ({ envelope })), /^signature_malformed$/)
  })

  test('an envelope that holds another text than the message is refused', async () => {
    const solana = newSolanaAccount()
    const browser = openBrowser(server)
    const earlier = writeMessage(messageFor(await browser.challenge(), solana))
    for (const version of [0, 1] as const) {
      const signed = { ...solana, sign: () => solana.signEnvelope(earlier, version) }
      assert.match(
        await sendChanged(signed, () => ({})),
        /^(?:signature_invalid|signature_malformed|message_malformed)$/,
      )
    }
  })

  test('the addresses of one Bitcoin key are wallets of different people', async () => {
    const { key } = newBitcoinAccount()
    const accounts = (['p2wpkh', 'p2tr', 'p2pkh', 'p2sh_p2wpkh'] as const).map((type) =>
      bitcoinAccount({ ...key, type }),
    )
    const ids = new Set<string>()
    for (const account of accounts) ids.add(expectStarted(await signInAs(openBrowser(server), account)).me.id)
    assert.equal(ids.size, accounts.length)
  })

  test('a Solana address that begins like a Bitcoin one keeps its case', async () => {
    const account = solanaAccount(
      Buffer.from('8d3cfea4b355dc45237f3c5f643de8abca3bfb43a5a7a504e7f829af5b0126dd', 'hex'),
    )
    assert.match(account.address, /^Bc1Z/)
    const person = await addPersonAs(server, newFamilyAccount('solana'))
    const adding = { action: 'wallet.add', target: formatAccount(account) } as const
    const challenge = await fetchChallenge(person.browser, 'step_up', adding)
    assert.match(challenge.statement, new RegExp(`\\(${account.address}\\)`))
    const stepUp = { proof: await proveAs(challenge, person.account) }
    assert.equal((await person.browser.post('/api/session/step-up', stepUp)).status, 200)
    const link = await fetchChallenge(person.browser, 'link_wallet')
    const proof = await proveAs(link, account)
    const post = () => person.browser.post('/api/me/wallets', { proof }, { 'idempotency-key': link.id })
    assert.equal((await post()).status, 201)
    assert.equal((await post()).status, 201)
    assert.equal((await person.browser.get(`/identicon/${account.address}.svg`)).status, 200)
  })

  test('a Bitcoin address in upper case or of a test network does not sign in', async () => {
    const account = newBitcoinAccount()
    const upper = { ...account, address: account.address.toUpperCase() }
    assert.equal(await sendChanged(upper, () => ({})), 'address_invalid')
    const testnet = { ...account, address: 'tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx' }
    assert.equal(await sendChanged(testnet, () => ({})), 'network_unsupported')
    const mixed = { ...account, address: account.address.replace(/[a-z](?=[^a-z]*$)/, (last) => last.toUpperCase()) }
    assert.equal(await sendChanged(mixed, () => ({})), 'address_invalid')
  })
})
