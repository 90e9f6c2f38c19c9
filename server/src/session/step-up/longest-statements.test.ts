import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type Action, type ActionText, actions, type TargetKind } from '@countersign/contract/action.ts'
import type { Account } from '@countersign/contract/family/account.ts'
import { BITCOIN_MAINNET, SOLANA_MAINNET } from '@countersign/contract/family/family.ts'
import { DOMAIN_MAX, INSTANCE_NAME_MAX, INVITE_TTL_RANGE_MS, INVITE_USES_MAX } from '@countersign/contract/limits.ts'
import { messageFor, readMessage, writeMessage } from '@countersign/contract/message/message.ts'
import { clientIdSchema } from '@countersign/contract/schemas/admin/app.ts'
import { slugSchema } from '@countersign/contract/schemas/admin/group.ts'
import { hostPatternSchema } from '@countersign/contract/schemas/admin/host.ts'
import { chainIdSchema } from '@countersign/contract/schemas/admin/network.ts'
import { challengeSchema } from '@countersign/contract/schemas/challenge.ts'
import { accountSchema } from '@countersign/contract/schemas/id.ts'
import { forDefaultEngine } from '../../../../test/support/database/engines.ts'
import { changeRows, readRows } from '../../../../test/support/database/rows.ts'
import { registerApp } from '../../../../test/support/oidc/relying-party.ts'
import { addProtectedHost } from '../../../../test/support/proxies/protected-host.ts'
import { addRuleGroup } from '../../../../test/support/rule-groups.ts'
import { addPerson, type TestPerson } from '../../../../test/support/server/people.ts'
import { startServer, type TestServer } from '../../../../test/support/server/server.ts'
import { changeSettings } from '../../../../test/support/server/settings.ts'
import { fetchChallenge } from '../../../../test/support/server/wallets.ts'

/** Labels of 63 characters, `length` in all. */
function hostOf(length: number, end: string): string {
  const labels = `${'a'.repeat(63)}.`.repeat(5)
  return `${labels.slice(0, length - end.length - 1)}a${end}`
}

const HOUR = 3_600_000
/** The longest values that the schemas accept. */
const DOMAIN = hostOf(DOMAIN_MAX, '.example:65535')
const HOST = hostOf(260, '.example:65535')
const CLIENT_ID = 'c'.repeat(64)
const SLUG = 's'.repeat(48)
const CHAIN_ID = Number.MAX_SAFE_INTEGER
const ADDRESS = 'b'.repeat(90)
const ACCOUNT = `bip122:${'0'.repeat(32)}:${ADDRESS}`
const LIFETIME = INVITE_TTL_RANGE_MS.most - HOUR

const NAMES: Record<TargetKind, string> = {
  wallet: ADDRESS,
  account: ADDRESS,
  person: ADDRESS,
  role: 'auditor',
  uses: `for ${INVITE_USES_MAX} people`,
  lifetime: `valid for ${LIFETIME / HOUR} hours`,
  app: CLIENT_ID,
  network: `chain ${CHAIN_ID}`,
  host: HOST,
  group: SLUG,
}

const SIGNERS: Account[] = [
  { namespace: 'eip155', chain: String(CHAIN_ID), address: `0x${'a'.repeat(40)}` },
  { namespace: 'solana', chain: SOLANA_MAINNET, address: 'S'.repeat(44) },
  { namespace: 'bip122', chain: BITCOIN_MAINNET, address: ADDRESS },
]

test('the values of this file are the longest', () => {
  for (const [schema, longest, longer] of [
    [hostPatternSchema, HOST, `a${HOST}`],
    [clientIdSchema, CLIENT_ID, `${CLIENT_ID}c`],
    [slugSchema, SLUG, `${SLUG}s`],
    [chainIdSchema, CHAIN_ID, CHAIN_ID + 1],
    [accountSchema, ACCOUNT, `${ACCOUNT}b`],
    [accountSchema, ACCOUNT, ACCOUNT.replace(':0', ':00')],
  ] as const)
    assert.deepEqual([schema.safeParse(longest).success, schema.safeParse(longer).success], [true, false], `${longest}`)
})

forDefaultEngine('the statement of a step-up', (engine) => {
  let server: TestServer
  let owner: TestPerson
  const ids: Partial<Record<TargetKind, string>> = {}
  before(async () => {
    server = await startServer(engine, { environment: { PUBLIC_URL: `https://${DOMAIN}` } })
    // This test asks for more challenges than the rate limit allows.
    server.context.rates = { ...server.context.rates, take: () => undefined }
    await changeSettings(server, { registration: 'open' })
    owner = await addPerson(server, 'owner')
    await changeRows(server, 'UPDATE wallet SET address = ? WHERE person_id = ?', ADDRESS, owner.id)
    const [wallet] = await readRows(server, 'SELECT id FROM wallet WHERE person_id = ?', owner.id)
    Object.assign(ids, { account: ACCOUNT, person: owner.id, wallet: wallet?.id, role: 'auditor' })
    Object.assign(ids, { uses: String(INVITE_USES_MAX), lifetime: String(LIFETIME), network: String(CHAIN_ID) })
    ids.app = (await registerApp(server, { clientId: CLIENT_ID })).app.id
    ids.host = (await addProtectedHost(server, HOST)).id
    ids.group = (await addRuleGroup(server)).id
    await changeRows(server, 'UPDATE people_group SET slug = ? WHERE id = ?', SLUG, ids.group)
  })
  after(() => server.close())

  for (const name of ['A', 'n'.repeat(INSTANCE_NAME_MAX), '\u{10400}'.repeat(INSTANCE_NAME_MAX)])
    for (const action of Object.keys(actions) as Action[]) // its keys are the actions
      test(`names the whole longest target of ${action}, on a site named ${name.slice(0, 3)}`, async () => {
        await changeSettings(server, { name })
        const { text, target: kinds }: ActionText = actions[action]
        const target = kinds.map((kind) => ids[kind]).join(':')
        const challenge = await fetchChallenge(owner.browser, 'step_up', { action, ...(target && { target }) })
        challengeSchema.parse(challenge)
        assert.equal(challenge.boundTo, target ? `${action}:${target}` : action)
        for (const named of [text, ...kinds.map((kind) => NAMES[kind])])
          assert.ok(challenge.statement.includes(named), challenge.statement)
        for (const signer of SIGNERS) {
          const message = messageFor(challenge, signer)
          assert.deepEqual(readMessage(writeMessage(message), signer.namespace), message)
        }
      })
})
