import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { ErrorCode } from '@countersign/contract/error/errors.ts'
import { formatAccount } from '@countersign/contract/family/account.ts'
import { SOLANA_MAINNET } from '@countersign/contract/family/family.ts'
import { buildEnvelopeV0, buildEnvelopeV1 } from '@countersign/contract/family/solana-envelope.ts'
import { type Message, messageFor, writeMessage } from '@countersign/contract/message/message.ts'
import type { Proof } from '@countersign/contract/proof.ts'
import type { Challenge } from '@countersign/contract/routes/challenge.ts'
import { forDefaultEngine } from '../../../../test/support/database/engines.ts'
import { countRows, readRows } from '../../../../test/support/database/rows.ts'
import { proveAs } from '../../../../test/support/families/family-account.ts'
import { newSolanaAccount, type SolanaAccount } from '../../../../test/support/families/solana.ts'
import { encodeTransaction } from '../../../../test/support/families/solana-transaction.ts'
import { type Browser, newAccount, openBrowser, prove } from '../../../../test/support/server/http-browser.ts'
import { expectProblem, expectStarted } from '../../../../test/support/server/responses.ts'
import { startServer, type TestServer } from '../../../../test/support/server/server.ts'

const DEVNET = 'EtWTRABZaYq6iMfeYKouRu166VU2xqa1'

forDefaultEngine('sign-in with a Solana key', (engine) => {
  let server: TestServer
  before(async () => {
    server = await startServer(engine)
  })
  after(() => server.close())

  const postSession = (browser: Browser, proof: unknown, headers?: Record<string, string>) =>
    browser.post('/api/sessions', { proof, keep: true }, headers)

  type Signing = { account: SolanaAccount; challenge: Challenge; text: string; proof: Proof }

  async function signText(browser: Browser, account = newSolanaAccount()): Promise<Signing> {
    const challenge = await browser.challenge()
    const proof = await proveAs(challenge, account)
    return { account, challenge, text: proof.message, proof }
  }

  /** Changes a valid proof, expects the code, and that no row was written. */
  async function expectRefused(code: ErrorCode, change: (signing: Signing) => object): Promise<void> {
    const browser = openBrowser(server)
    const signing = await signText(browser)
    const rows = await countRows(server)
    const response = await postSession(browser, { ...signing.proof, ...change(signing) })
    expectProblem(response, code)
    assert.equal(response.headers['set-cookie'], undefined)
    assert.deepEqual(await countRows(server), rows)
  }

  describe('is accepted', () => {
    test('with the text, and identifies the same person each time', async () => {
      const account = newSolanaAccount()
      const people: string[] = []
      for (let round = 0; round < 2; round++) {
        const browser = openBrowser(server)
        const { me, session } = expectStarted(await postSession(browser, (await signText(browser, account)).proof))
        assert.equal(session.wallet.account, `solana:${SOLANA_MAINNET}:${account.address}`)
        assert.equal(session.wallet.address, account.address)
        people.push(me.id)
      }
      assert.equal(new Set(people).size, 1)
      const rows = await readRows(
        server,
        'SELECT namespace, chain, kind FROM wallet WHERE address = ?',
        account.address,
      )
      assert.deepEqual(rows, [{ namespace: 'solana', chain: SOLANA_MAINNET, kind: 'eoa' }])
    })

    for (const version of [0, 1] as const)
      test(`with an off-chain message of version ${version}, as the person of the text`, async () => {
        const account = newSolanaAccount()
        const browser = openBrowser(server)
        const { text, proof } = await signText(browser, account)
        const first = expectStarted(await postSession(browser, { ...proof, ...account.signEnvelope(text, version) }))
        const other = openBrowser(server)
        const second = expectStarted(await postSession(other, (await signText(other, account)).proof))
        assert.equal(second.me.id, first.me.id)
      })

    test('with an off-chain message of printable ASCII and an application domain', async () => {
      const browser = openBrowser(server)
      const { account, text, proof } = await signText(browser)
      const applicationDomain = Buffer.alloc(32, 3)
      const bytes = buildEnvelopeV0({ signer: account.publicKey, text, format: 0, applicationDomain })
      const envelope = Buffer.from(bytes).toString('base64')
      expectStarted(await postSession(browser, { ...proof, signature: account.signBytes(bytes), envelope }))
    })

    const written: [title: string, change: Partial<Message>][] = [
      ['that names mainnet', {}],
      ['that names solana:mainnet', { chainId: 'solana:mainnet' }],
      ['without optional fields', { statement: undefined, expirationTime: undefined, requestId: undefined }],
    ]
    for (const [title, change] of written)
      for (const version of [undefined, 0, 1] as const)
        test(`in one step, with a text ${title}, ${version === undefined ? 'bare' : `in version ${version}`}`, async () => {
          const browser = openBrowser(server)
          const { account, challenge, proof } = await signText(browser)
          const message = writeMessage({ ...messageFor(challenge, account), ...change })
          const signed = version === undefined ? account.sign(message) : account.signEnvelope(message, version)
          expectStarted(await postSession(browser, { ...proof, mode: 'one_step', message, ...signed }))
        })

    test('with a text of the longest envelope', async () => {
      const account = newSolanaAccount()
      assert.ok(account.signEnvelope('x'.repeat(1024), 0).envelope.length <= 1480)
    })
  })

  describe('is rejected', () => {
    test('when another key signed', async () => {
      const other = newSolanaAccount()
      await expectRefused('signature_invalid', ({ text }) => other.sign(text))
      for (const version of [0, 1] as const)
        await expectRefused('signature_invalid', ({ text }) => other.signEnvelope(text, version))
    })

    test('when another key signed an off-chain message that names the account', async () => {
      const other = newSolanaAccount()
      for (const build of [buildEnvelopeV0, buildEnvelopeV1])
        await expectRefused('signature_invalid', ({ account, text }) => {
          const bytes = build({ signer: account.publicKey, text })
          return { signature: other.signBytes(bytes), envelope: Buffer.from(bytes).toString('base64') }
        })
    })

    test('when the wallet switched to another account between connecting and signing', async () => {
      const other = newSolanaAccount()
      // The text names the first account, the proof the second, and the second signs.
      await expectRefused('message_malformed', ({ text }) => ({ account: formatAccount(other), ...other.sign(text) }))
      // The text names the second account, the proof the first.
      await expectRefused('message_malformed', ({ challenge }) => {
        const message = writeMessage(messageFor(challenge, other))
        return { message, ...other.sign(message) }
      })
    })

    test('when text and account name the victim and the attacker signs', async () => {
      const victim = newSolanaAccount()
      await expectRefused('signature_invalid', ({ challenge, account }) => {
        const message = writeMessage(messageFor(challenge, victim))
        return { account: formatAccount(victim), message, ...account.signEnvelope(message, 1) }
      })
    })

    test('on another network', async () => {
      await expectRefused('network_unsupported', ({ account }) => ({ account: `solana:${DEVNET}:${account.address}` }))
      await expectRefused('network_unsupported', ({ account }) => ({ account: `solana:devnet:${account.address}` }))
      for (const chainId of ['devnet', 'testnet', 'localnet', 'solana:devnet', 'solana:testnet'])
        for (const mode of [{}, { mode: 'one_step' }])
          await expectRefused('network_unsupported', ({ challenge, account }) => {
            const message = writeMessage({ ...messageFor(challenge, account), chainId })
            return { ...mode, message, ...account.sign(message) }
          })
    })

    test('with several signers', async () => {
      const second = newSolanaAccount()
      await expectRefused('signature_unsupported', ({ account, text }) => {
        const signers = [account.publicKey, second.publicKey].sort(Buffer.compare)
        const head = Buffer.from([0xff, ...Buffer.from('solana offchain'), 1, 2])
        const bytes = Buffer.concat([head, ...signers, Buffer.from(text)])
        return { signature: account.signBytes(bytes), envelope: bytes.toString('base64') }
      })
    })

    test('with another domain in the text of the wallet', async () => {
      for (const change of [{ domain: 'evil.example' }, { uri: 'https://evil.example' }])
        for (const version of [0, 1] as const)
          await expectRefused('domain_mismatch', ({ challenge, account }) => {
            const message = writeMessage({ ...messageFor(challenge, account), ...change })
            return { mode: 'one_step', message, ...account.signEnvelope(message, version) }
          })
    })

    test('with another text in the off-chain message', async () => {
      for (const version of [0, 1] as const)
        await expectRefused('signature_malformed', ({ account, text }) => account.signEnvelope(`${text} `, version))
    })

    test('with a malformed signature or envelope', async () => {
      const signatures = ['', 'AA==', '0x00', 'A'.repeat(88)]
      for (const signature of signatures) await expectRefused('signature_malformed', () => ({ signature }))
      await expectRefused('signature_malformed', ({ proof }) => ({ signature: proof.signature.slice(0, -2) }))
      await expectRefused('signature_malformed', () => ({ envelope: 'AAAA' }))
      for (const envelope of ['', 'not base64', 'A'.repeat(1481), 1, null])
        await expectRefused('invalid_body', () => ({ envelope }))
    })

    test('with the signature of a transaction', async () => {
      await expectRefused('signature_malformed', ({ account, text }) => {
        const bytes = encodeTransaction({
          ...{ version: 'legacy', signers: 1, readonlySigners: 0, readonlyOthers: 1, blockhash: Buffer.alloc(32, 1) },
          keys: [account.publicKey, Buffer.alloc(32, 5)],
          instructions: [{ program: 1, accounts: [0], data: Buffer.from(text).subarray(0, 120) }],
        })
        return { signature: account.signBytes(bytes), envelope: bytes.toString('base64') }
      })
    })

    test('as another family', async () => {
      for (const namespace of ['eip155', 'bip122']) await expectRefused('message_malformed', () => ({ namespace }))
      await expectRefused('invalid_body', () => ({ namespace: 'cosmos' }))
    })
  })

  describe('uses up the challenge', () => {
    test('once, with the text or with an off-chain message', async () => {
      const browser = openBrowser(server)
      const { account, text, proof } = await signText(browser)
      expectStarted(await postSession(browser, proof))
      const rows = await countRows(server)
      for (const signed of [{}, account.signEnvelope(text, 0), account.signEnvelope(text, 1)])
        expectProblem(await postSession(browser, { ...proof, ...signed }), 'challenge_used')
      assert.deepEqual(await countRows(server), rows)
    })

    test('and repeats the lost response for the same proof and key', async () => {
      const browser = openBrowser(server)
      const { account, challenge, text, proof } = await signText(browser)
      const signed = { ...proof, ...account.signEnvelope(text, 1) }
      const first = expectStarted(await postSession(browser, signed))
      const again = expectStarted(await postSession(browser, signed, { 'idempotency-key': challenge.id }))
      assert.equal(again.session.id, first.session.id)
      expectProblem(await postSession(browser, proof, { 'idempotency-key': challenge.id }), 'challenge_used')
    })
  })

  test('an envelope is rejected in a proof of another family', async () => {
    const browser = openBrowser(server)
    const proof = await prove(await browser.challenge(), newAccount())
    const { envelope } = newSolanaAccount().signEnvelope(proof.message, 0)
    const rows = await countRows(server)
    expectProblem(await postSession(browser, { ...proof, envelope }), 'signature_malformed')
    assert.deepEqual(await countRows(server), rows)
    expectStarted(await postSession(browser, proof))
  })
})
