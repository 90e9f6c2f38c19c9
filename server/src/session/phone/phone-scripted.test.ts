import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Proof } from '@countersign/contract/proof.ts'
import type { PrivateKeyAccount } from 'viem/accounts'
import { forDefaultEngine } from '../../../../test/support/database/engines.ts'
import { readRows } from '../../../../test/support/database/rows.ts'
import { createRandom, type Random } from '../../../../test/support/seeded-random.ts'
import {
  type Browser,
  type HttpResponse,
  newAccount,
  openBrowser,
  prove,
  signIn,
} from '../../../../test/support/server/http-browser.ts'
import {
  type Asked,
  approve,
  askPhone,
  decline,
  expectApproved,
  expectMatched,
  expectRedeemed,
  match,
  open,
  redeem,
} from '../../../../test/support/server/phone.ts'
import { otherDigits, storedRequest } from '../../../../test/support/server/phone-attack.ts'
import { expectStarted } from '../../../../test/support/server/responses.ts'
import { startServer, type TestServer } from '../../../../test/support/server/server.ts'

const ATTACKS = 1000
/** Of one request. */
const THIEVES = 4

forDefaultEngine('random attacks', (engine) => {
  let server: TestServer
  let account: PrivateKeyAccount
  let victimId: string
  /** The attacker's own, of an ordinary sign-in. */
  let ownProof: Proof
  before(async () => {
    server = await startServer(engine)
    account = newAccount()
    victimId = expectStarted(await signIn(openBrowser(server), account)).me.id
    ownProof = await prove(await openBrowser(server).challenge(), newAccount())
  })
  after(() => server.close())

  /**
   * The victim asked on their own computer, and the attacker has seen the code; or the attacker mailed a code, which the
   * victim opens and signs.
   */
  type Attack = { asked: Asked; computer: Browser; phone: Browser; mailed: boolean; random: Random }

  /** Their next step, as long as nobody interferes. The six digits go to nobody but their own computer. */
  async function* actAsVictim({ asked, computer, phone, mailed }: Attack) {
    if ((await open(phone, asked)).status !== 200) return
    yield
    const matched = await match(phone, asked)
    if (matched.status !== 200) return
    yield
    const approved = await approve(phone, asked, await prove(expectMatched(matched), account))
    if (approved.status !== 200) return
    const { digits } = expectApproved(approved)
    yield digits
    if (mailed) return
    const redeemed = await redeem(computer, asked, digits ?? undefined)
    if (redeemed.status !== 200) return
    const { proof } = expectRedeemed(redeemed)
    assert.equal(proof.account, `eip155:1:${account.address}`, 'it is not the account of the attacker')
  }

  type Thief = Attack & { thief: Browser }

  /** A right guess of the digits, one in 333,333, would win. */
  async function actAsThief({ asked, thief, random }: Thief, digits: string): Promise<HttpResponse> {
    const path = `/api/phone-requests/${asked.request.id}`
    const guess = otherDigits(digits, 1 + random.below(999_999))
    const number = String(random.below(100)).padStart(2, '0')
    const tries = [
      () => open(thief, asked),
      () => match(thief, { ...asked, number }),
      () => approve(thief, asked, ownProof),
      () => decline(thief, asked),
      () => redeem(thief, asked),
      () => redeem(thief, asked, guess),
      () => thief.get(path),
      () => thief.post('/api/sessions', { proof: ownProof, keep: true }),
    ]
    return random.pick(tries)()
  }

  test(`${ATTACKS} attackers of victims who sign whatever opens: none gains anything`, async () => {
    const seen = { signed: 0, redeemed: 0 }
    for (let index = 0; index < ATTACKS / THIEVES; index++) {
      const random = createRandom(index)
      const mailed = random.chance(0.5)
      const computer = openBrowser(server)
      const asked = await askPhone(computer)
      const others = Array.from({ length: THIEVES - 1 }, () => openBrowser(server))
      const thieves = [mailed ? computer : openBrowser(server), ...others]
      const attack = { asked, computer, phone: openBrowser(server), mailed, random }
      const victim = actAsVictim(attack)
      let digits = '000000'
      for (const thief of thieves) {
        for (let step = random.below(4); step > 0; step--) digits = (await victim.next()).value ?? digits
        const { status, text } = await actAsThief({ ...attack, thief }, digits)
        assert.ok(status !== 201 && !text.includes('"proof"'), `attack ${index}: ${text}`)
      }
      const row = await storedRequest(server, asked)
      if (row.person_id === victimId) seen.signed++
      if (row.state === 'completed') seen.redeemed++
      assert.ok(!mailed || row.state !== 'completed', `attack ${index}`)
    }
    // Otherwise the attacks would not have met what they are for.
    assert.ok(seen.signed > 50 && seen.redeemed > 20, JSON.stringify(seen))
    assert.equal((await readRows(server, 'SELECT id FROM session')).length, 1)
  })
})
