import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { families, type Namespace, namespaces } from '@countersign/contract/family/family.ts'
import { shortAddress } from '@countersign/contract/family/short-address.ts'
import type { Challenge } from '@countersign/contract/routes/challenge.ts'
import { verifyWalletProof } from '../../../examples/wallet-proof/verify.js'
import { writeHostCookie } from '../../../server/src/forward-auth/host-cookie.ts'
import { forDefaultEngine } from '../../support/database/engines.ts'
import { type BitcoinAccount, newBitcoinAccount } from '../../support/families/bitcoin.ts'
import { type FamilyAccount, proveAs } from '../../support/families/family-account.ts'
import {
  addPersonAs,
  claimOf,
  type FamilyPerson,
  identityOf,
  requestLinkAs,
} from '../../support/families/family-requests.ts'
import { newFamilyAccount } from '../../support/families/new-family-account.ts'
import { newSolanaAccount } from '../../support/families/solana.ts'
import { fetchUserinfo, getTokens } from '../../support/oidc/app-sign-in.ts'
import {
  authorizeRequest,
  callbackParams,
  exchangeCode,
  interactionIdOf,
  type RelyingParty,
  readJwt,
  registerApp,
  submitDecision,
} from '../../support/oidc/relying-party.ts'
import { addProtectedHost, openProtectedHost } from '../../support/proxies/protected-host.ts'
import { openBrowser } from '../../support/server/http-browser.ts'
import { expectProblem } from '../../support/server/responses.ts'
import { startServer, type TestServer } from '../../support/server/server.ts'
import { setNamespaces } from '../../support/server/settings.ts'
import { expectWallet } from '../../support/server/wallets.ts'

const OTHER: Record<Namespace, Namespace> = { eip155: 'solana', solana: 'bip122', bip122: 'eip155' }
const SCOPE = 'openid profile wallet wallets'
const PROOF_SCOPE = 'openid wallet wallet_proof'
const HOST = 'families.example'

forDefaultEngine('apps and protected hosts with wallets of every chain family', (engine) => {
  let server: TestServer
  let party: RelyingParty
  let prover: RelyingParty
  before(async () => {
    server = await startServer(engine)
    party = await registerApp(server, { scopes: ['openid', 'profile', 'wallet', 'wallets'] })
    prover = await registerApp(server, { scopes: ['openid', 'wallet', 'wallet_proof'] })
    await addProtectedHost(server, HOST)
  })
  after(() => server.close())

  for (const namespace of namespaces) {
    const { name } = families[namespace]

    test(`${name}: the claims name the wallet as CAIP-10, in the ID token and in userinfo`, async () => {
      const person = await addPersonAs(server, newFamilyAccount(namespace))
      server.clock.now += 1000
      const added = newFamilyAccount(OTHER[namespace])
      expectWallet(await requestLinkAs(person, added), 201)
      const tokens = await getTokens(person.browser, party, { scope: SCOPE })
      const { address } = person.account
      const stored = identityOf(person.account).split(':')[2]
      const expected = {
        name: shortAddress(address),
        preferred_username: stored,
        picture: `${server.context.config.origin}/identicon/${stored}.svg`,
        wallet: claimOf(person.account),
        wallet_kind: 'eoa',
        wallets: [claimOf(person.account), claimOf(added)],
      }
      const { acr, amr, ...claims } = readJwt(tokens.id_token)
      assert.deepEqual([acr, amr], ['urn:countersign:acr:fresh', ['pop']])
      const userinfo = (await fetchUserinfo(person.browser, tokens.access_token)).json as Record<string, unknown> // compared next
      for (const [claim, value] of Object.entries(expected)) {
        assert.deepEqual(claims[claim], value, claim)
        assert.deepEqual(userinfo[claim], value, claim)
      }
      const picture = await openBrowser(server).get(new URL(expected.picture).pathname)
      assert.deepEqual([picture.status, picture.headers['content-type']], [200, 'image/svg+xml; charset=utf-8'])
    })

    test(`${name}: the headers of a protected host name the wallet as CAIP-10`, async () => {
      const { sessionId, account } = await addPersonAs(server, newFamilyAccount(namespace))
      const cookie = String(writeHostCookie(server.context, HOST, sessionId).split(';')[0])
      const { status, headers } = await openProtectedHost(server, HOST).request('/', { cookie })
      assert.deepEqual(
        [status, headers['x-countersign-wallet'], headers['remote-name']],
        [200, claimOf(account), account.address],
      )
    })

    test(`${name}: the app verifies the signature of a wallet proof itself, also if the family is off`, async () => {
      const person = await addPersonAs(server, newFamilyAccount(namespace))
      await setNamespaces(server, [OTHER[namespace]])
      const proven = await proveToApp(person).finally(() => setNamespaces(server, [...namespaces]))
      assert.deepEqual(Object.keys(proven.proof), ['message', 'signature'])
      await expectVerifiable(person.account, proven)
    })

    test(`${name}: a wallet proof by another wallet is refused`, async () => {
      const person = await addPersonAs(server, newFamilyAccount(namespace))
      const { id, challenge } = await startProof(person)
      for (const other of namespaces) {
        const proof = await proveAs(challenge, newFamilyAccount(other))
        const response = await person.browser.post(`/api/interactions/${id}/proof`, { proof })
        expectProblem(response, 'wallet_not_yours')
      }
    })
  }

  test('Solana: the app gets the off-chain message that a hardware wallet signed', async () => {
    for (const version of [0, 1] as const) {
      const solana = newSolanaAccount()
      const account = { ...solana, sign: (text: string) => solana.signEnvelope(text, version) }
      const proven = await proveToApp(await addPersonAs(server, account))
      assert.deepEqual(Object.keys(proven.proof), ['message', 'signature', 'envelope'])
      await expectVerifiable(account, proven)
      const { envelope: _, ...bare } = proven.proof
      await assert.rejects(verifyWalletProof(bare, proven.expected), /not by this wallet/)
    }
  })

  test('Bitcoin: the app verifies Taproot itself, and other addresses with its own library', async () => {
    const taproot = newBitcoinAccount('p2tr')
    const proven = await proveToApp(await addPersonAs(server, taproot))
    await expectVerifiable(taproot, proven)
    const [, signature] = /^smp(.*)$/.exec(proven.proof.signature) ?? []
    const [count = 0, length = 0, ...rest] = Buffer.from(signature ?? '', 'base64')
    const longer = Buffer.from([count, length + 2, ...rest, 0, 0]).toString('base64')
    await assert.rejects(
      verifyWalletProof({ ...proven.proof, signature: longer }, proven.expected),
      /not by this wallet/,
    )
    for (const account of [newBitcoinAccount('p2pkh'), newBitcoinAccount('p2sh_p2wpkh')]) {
      const { proof, expected } = await proveToApp(await addPersonAs(server, account))
      await assert.rejects(verifyWalletProof(proof, expected), /askBitcoin, which was not given/)
      const asked: BitcoinAccount['address'][] = []
      const askBitcoin = async ({ address }: { address: string }) => asked.push(address) === 1
      assert.equal((await verifyWalletProof(proof, { ...expected, askBitcoin })).address, account.address)
      assert.deepEqual(asked, [account.address])
    }
  })

  async function startProof({ browser }: FamilyPerson) {
    const request = authorizeRequest(prover, { scope: PROOF_SCOPE })
    const first = interactionIdOf(await browser.get(request.path))
    const consented = await submitDecision(browser, first, 'allow')
    const id = interactionIdOf(consented)
    const response = await browser.post(`/api/interactions/${id}/challenges`)
    assert.equal(response.status, 201, response.text)
    return { request, id, challenge: response.json as Challenge } // what is wrong with it, the server that reads it again would say
  }

  async function proveToApp(person: FamilyPerson) {
    const { request, id, challenge } = await startProof(person)
    const proof = await proveAs(challenge, person.account)
    const response = await person.browser.post(`/api/interactions/${id}/proof`, { proof })
    assert.equal(response.status, 200, response.text)
    const resumed = await person.browser.get((response.json as { redirectTo: string }).redirectTo)
    const code = callbackParams(prover, resumed).get('code') ?? ''
    const tokens = await exchangeCode(person.browser, prover, request, code)
    const claims = readJwt(tokens.id_token) as { wallet: string; wallet_proof: WalletProof } // compared by the caller
    const expected = {
      issuer: `${server.context.config.origin}/oidc`,
      clientId: prover.app.clientId,
      nonce: request.nonce,
      wallet: claims.wallet,
      now: server.clock.now,
    }
    return { proof: claims.wallet_proof, expected }
  }

  async function expectVerifiable(account: FamilyAccount, { proof, expected }: Awaited<ReturnType<typeof proveToApp>>) {
    const { address } = account
    const signedAt = new Date(server.clock.now)
    assert.deepEqual(await verifyWalletProof(proof, expected), { address, signedAt })
    const forged = (await newFamilyAccount(account.namespace).sign(proof.message)).signature
    const { envelope: _, ...bare } = proof
    const wrong: [RegExp, object, object][] = [
      [/signed by another wallet/, proof, { wallet: claimOf(newFamilyAccount(account.namespace)) }],
      [/not a message of this form/, proof, { wallet: claimOf(newFamilyAccount(OTHER[account.namespace])) }],
      [/a wallet of an unknown chain/, proof, { wallet: `cosmos:hub:${address}` }],
      [/another sign-in/, proof, { nonce: 'other' }],
      [/not by this wallet/, { ...bare, signature: forged }, {}],
      [/not by this wallet/, { ...bare, signature: '' }, {}],
    ]
    for (const [error, given, change] of wrong)
      await assert.rejects(verifyWalletProof(given as WalletProof, { ...expected, ...change }), error)
  }
})

type WalletProof = { message: string; signature: string; envelope?: string }
