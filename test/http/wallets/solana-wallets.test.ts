/** What the page's Solana driver returns for each kind of wallet, sent to the server. */

import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { formatAccount } from '@countersign/contract/family/account.ts'
import { SOLANA_MAINNET } from '@countersign/contract/family/family.ts'
import { messageFor, writeMessage } from '@countersign/contract/message/message.ts'
import { createSolanaDriver } from '../../../web/src/wallet/solana/driver.ts'
import { forDefaultEngine } from '../../support/database/engines.ts'
import { newSolanaAccount } from '../../support/families/solana.ts'
import { openBrowser } from '../../support/server/http-browser.ts'
import { expectProblem, expectStarted } from '../../support/server/responses.ts'
import { startServer, type TestServer } from '../../support/server/server.ts'
import { fakeSolanaWallet, type SolanaScript, standardWallet } from '../../support/web/fake-solana-wallet.ts'

type Script = Omit<SolanaScript, 'accounts'>

const scripts: Record<string, Script> = {
  'with solana:signIn': { signIn: '1.0.0' },
  'with solana:signMessage': {},
  'with solana:signOffchainMessage': { signMessage: false, offchain: true },
  'with a Ledger and solana:signIn 1.1': { signIn: '1.1.0', ledger: true },
  'with a Ledger and solana:signOffchainMessage': { signIn: '1.0.0', offchain: true, ledger: true },
  'with a Ledger and solana:signMessage': { ledger: true },
  'that puts the text into version 0': { signIn: '1.0.0', wraps: 0 },
  'that puts the text into version 1': { wraps: 1 },
}

forDefaultEngine('Solana wallets', (engine) => {
  let server: TestServer
  before(async () => {
    server = await startServer(engine)
  })
  after(() => server.close())

  function open(script: Script) {
    const account = newSolanaAccount()
    const fake = fakeSolanaWallet({ accounts: [account], ...script })
    const { namespace, chain, address } = account
    return { account: { namespace, chain, address }, driver: createSolanaDriver(standardWallet(fake.wallet)) }
  }

  for (const [name, script] of Object.entries(scripts))
    test(`a wallet ${name} signs in`, async () => {
      const { account, driver } = open(script)
      const browser = openBrowser(server)
      const challenge = await browser.challenge()
      assert.deepEqual(await driver.requestAccounts(), [account.address])
      const message = writeMessage(messageFor(challenge, account))
      const signed = await driver.sign({ account, message, challenge })
      const proof = { namespace: 'solana', challenge: challenge.token, account: formatAccount(account), message }
      const response = await browser.post('/api/sessions', { proof: { ...proof, ...signed }, keep: true })
      assert.equal(expectStarted(response).session.wallet.address, account.address)
    })

  async function signInWithOnePrompt(script: Script) {
    const { account, driver } = open(script)
    const browser = openBrowser(server)
    const challenge = await browser.challenge()
    const answer = await driver.signIn?.(challenge)
    const outcome = answer?.outcome
    if (typeof outcome !== 'object') return assert.fail(outcome)
    const { chain, ...signed } = outcome
    assert.equal(chain, SOLANA_MAINNET)
    const proof = { namespace: 'solana', challenge: challenge.token, account: formatAccount(account), ...signed }
    return browser.post('/api/sessions', { proof: { ...proof, mode: 'one_step' }, keep: true })
  }

  for (const [name, script] of Object.entries(scripts).filter(([, { signIn }]) => signIn))
    test(`a wallet ${name} connects and signs in`, async () => {
      expectStarted(await signInWithOnePrompt(script))
    })

  test('a wallet may write the name of the network with its namespace', async () => {
    const writes = (text: string) => text.replace('Chain ID: mainnet', 'Chain ID: solana:mainnet')
    expectStarted(await signInWithOnePrompt({ signIn: '1.0.0', writes }))
  })

  test('a wallet may not write another network', async () => {
    const writes = (text: string) => text.replace('Chain ID: mainnet', 'Chain ID: devnet')
    expectProblem(await signInWithOnePrompt({ signIn: '1.0.0', writes }), 'network_unsupported')
  })

  test('a wallet may not write another statement', async () => {
    const writes = (text: string) => text.replace('Signing is free', 'Signing is not free')
    expectProblem(await signInWithOnePrompt({ signIn: '1.0.0', writes }), 'statement_mismatch')
  })
})
