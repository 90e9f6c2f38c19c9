/** Many people and a group with a rule: node requests for a preview, and responses in an outage. */

import { createHash } from 'node:crypto'
import type { RulePreview } from '@countersign/contract/routes/admin/rule.ts'
import type { Rule } from '@countersign/contract/rule/rule.ts'
import type { Address } from 'viem'
import { writeHostCookie } from '../../server/src/forward-auth/host-cookie.ts'
import { newId } from '../../server/src/platform/crypto/id.ts'
import { statement } from '../../server/src/platform/store/database.ts'
import { checkVerdicts } from '../../server/src/rules/verdicts/check-verdicts.ts'
import type { FaultyNode } from './chain/faulty-node.ts'
import { CHAIN_ID } from './chain/hardhat-chain.ts'
import type { RuleContracts } from './chain/rule-contracts.ts'
import { openProtectedHost } from './proxies/protected-host.ts'
import { conditionOf, ruleOf } from './rule-fixtures.ts'
import { addRuleGroup } from './rule-groups.ts'
import { grantStepUp, type TestPerson } from './server/people.ts'
import type { TestServer } from './server/server.ts'

export type WalletOwner = { id: string; sessionId: string; address: Address }

const HOUR = 3_600_000

const insertPerson = statement(`INSERT INTO person
  (id, role, status, created_at, updated_at, version, primary_wallet_id, last_seen_at, touched_at)
  VALUES (?, 'member', 'active', ?, ?, 1, ?, ?, ?)`)
const insertWallet = statement(`INSERT INTO wallet
  (id, person_id, namespace, address, chain, kind, status, linked_via, linked_at, last_used_at, version)
  VALUES (?, ?, 'eip155', ?, '0', 'eoa', 'linked', 'sign_in', ?, ?, 1)`)
const insertSession = statement(`INSERT INTO session
  (id, token_hash, person_id, wallet_id, kept, device, ip_first, ip_last, created_at, last_seen_at, idle_expires_at,
    expires_at, ip_whole)
  VALUES (?, ?, ?, ?, 1, 'Firefox on Linux', '192.0.2.1', '192.0.2.1', ?, ?, ?, ?, 1)`)

/** People with one wallet and a live session each, added to the database directly. */
export function addWalletOwners({ context, clock }: TestServer, count: number): Promise<WalletOwner[]> {
  const { now } = clock
  return context.store.transaction(async (queries) => {
    const owners: WalletOwner[] = []
    for (let index = 0; index < count; index++) {
      const [id, walletId, sessionId] = [newId(context, 'per'), newId(context, 'wal'), newId(context, 'ses')]
      const address: Address = `0x${createHash('sha256').update(id).digest('hex').slice(0, 40)}`
      await queries.run(insertPerson, id, now, now, walletId, now, now)
      await queries.run(insertWallet, walletId, id, address, now, now)
      const tokenHash = createHash('sha256').update(sessionId).digest()
      await queries.run(insertSession, sessionId, tokenHash, id, walletId, now, now, now + 24 * HOUR, now + 48 * HOUR)
      owners.push({ id, sessionId, address })
    }
    return owners
  })
}

/** One condition each on an ERC-20, an ERC-721 and an ERC-1155 token, which the owners receive. */
export async function deployThreeTokens(contracts: RuleContracts, owners: readonly WalletOwner[]): Promise<Rule> {
  const [coin, cats, badges] = [await contracts.erc20(), await contracts.erc721(), await contracts.erc1155()]
  const to = owners.map(({ address }) => address)
  await coin.mintEach(to)
  await cats.mintEach(to)
  await badges.mintEach(to, 7n)
  const on = { chainId: CHAIN_ID }
  return ruleOf(
    conditionOf.all(
      conditionOf.erc20({ ...on, contract: lowerCase(coin.address) }),
      conditionOf.erc721({ ...on, contract: lowerCase(cats.address) }),
      {
        kind: 'erc1155_balance',
        ...on,
        contract: lowerCase(badges.address),
        token: { name: null, symbol: null, decimals: null },
        tokenIds: ['7'],
        min: '1',
        max: null,
      },
    ),
  )
}

export const lowerCase = (address: string): string => address.toLowerCase()

export type PreviewCost = { preview: RulePreview; methods: Record<string, number>; requests: number; seconds: number }

/** A preview by this admin, with the requests that the node received. */
export async function measurePreview(
  server: TestServer,
  { admin, node, rule }: { admin: TestPerson; node: FaultyNode; rule: Rule },
): Promise<PreviewCost> {
  const { id } = await addRuleGroup(server)
  await grantStepUp(server, admin, 'admin.mode')
  node.calledMethods.length = 0
  const began = performance.now()
  const response = await admin.browser.post(`/api/admin/groups/${id}/rule/preview`, { rule })
  const seconds = (performance.now() - began) / 1000
  if (response.status !== 200) throw new Error(response.text)
  const preview = response.json as RulePreview // a good answer is one
  return { preview, methods: node.countMethods(), requests: node.calledMethods.length, seconds }
}

/** Checks the owners now, so that those who meet the rule are in the group. Returns how many are. */
export async function letIn(server: TestServer, groupId: string, owners: readonly WalletOwner[]): Promise<number> {
  const checked = await checkVerdicts(server.context, { groupIds: [groupId], personIds: owners.map(({ id }) => id) })
  return checked.filter(({ outcome }) => outcome === 'yes').length
}

export type OutageChecks = {
  /** The number of responses per status. */
  inside: Record<number, number>
  outside: Record<number, number>
}

type Outage = {
  host: string
  /** In the group by its rule when the node stops answering. */
  inside: readonly WalletOwner[]
  /** Not checked before. */
  outside: readonly WalletOwner[]
  rounds: number
  everyMs: number
}

/** Everyone requests the protected host in each round. */
export async function requestDuringOutage(server: TestServer, outage: Outage): Promise<OutageChecks> {
  const site = openProtectedHost(server, outage.host)
  const counts: OutageChecks = { inside: {}, outside: {} }
  const request = async (owner: WalletOwner, count: Record<number, number>) => {
    const cookie = String(writeHostCookie(server.context, outage.host, owner.sessionId).split(';')[0])
    const { status } = await site.request('/', { cookie })
    count[status] = (count[status] ?? 0) + 1
  }
  for (let round = 0; round < outage.rounds; round++) {
    for (const owner of outage.inside) await request(owner, counts.inside)
    for (const owner of outage.outside) await request(owner, counts.outside)
    server.clock.now += outage.everyMs
  }
  return counts
}
