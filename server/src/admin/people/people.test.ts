import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { FoundPerson } from '@countersign/contract/routes/admin/people.ts'
import { personDetailsSchema } from '@countersign/contract/schemas/admin/people.ts'
import { forEachEngine } from '../../../../test/support/database/each-engine.ts'
import { changeRows } from '../../../../test/support/database/rows.ts'
import { addPerson, type TestPerson } from '../../../../test/support/server/people.ts'
import { expectProblem } from '../../../../test/support/server/responses.ts'
import { startServer, type TestServer } from '../../../../test/support/server/server.ts'
import { insertGroup } from '../../accounts/group/group.store.ts'
import { addToMembers, insertMember } from '../../accounts/group/member.store.ts'
import { newId } from '../../platform/crypto/id.ts'

const PATH = '/api/admin/people'

/** The zero-padded number makes ids and addresses that sort like it. */
const idOf = (number: number) => `per_01${String(number).padStart(24, '0')}`
const addressOf = (number: number) => `0xabc${String(number).padStart(37, '0')}`

forEachEngine('listing people', (engine) => {
  let server: TestServer
  let auditor: TestPerson
  before(async () => {
    server = await startServer(engine)
    auditor = await addPerson(server, 'auditor')
    for (const [index, name] of NAMES.entries()) await insertPerson(server, index, name)
    await changeRows(server, "UPDATE person SET status = 'suspended' WHERE id = ?", idOf(3))
    await changeRows(server, "UPDATE person SET status = 'deleted' WHERE id = ?", idOf(5))
    await changeRows(server, "UPDATE person SET role = 'admin' WHERE id IN (?, ?)", idOf(0), idOf(7))
  })
  after(() => server.close())

  const NAMES = [
    'Ada Lovelace',
    'Ada Adams',
    'Grace Hopper',
    'Alan Turing',
    'Zoë Ada',
    null,
    'Алан',
    'Hopper Ada',
    'Ánna',
  ]

  async function listPeople(query: string): Promise<{ items: FoundPerson[]; nextCursor: string | null }> {
    const response = await auditor.browser.get(`${PATH}?${query}`)
    assert.equal(response.status, 200, response.text)
    return response.json as { items: FoundPerson[]; nextCursor: string | null } // compared by the caller
  }
  const numbersOf = (items: FoundPerson[]) =>
    items.filter(({ id }) => id !== auditor.id).map(({ id }) => Number(id.slice(6)))
  const searchPeople = async (query: string) => numbersOf((await listPeople(query)).items)

  /** Page by page, each of `limit`. */
  async function listAllPages(query: string, limit: number): Promise<number[]> {
    const found: FoundPerson[] = []
    let cursor: string | null = ''
    while (cursor !== null) {
      const page: Awaited<ReturnType<typeof listPeople>> = await listPeople(
        `${query}&limit=${limit}${cursor && `&cursor=${cursor}`}`,
      )
      assert.ok(page.items.length <= limit)
      found.push(...page.items)
      cursor = page.nextCursor
    }
    return numbersOf(found)
  }

  test('lists newest first without deleted people', async () => {
    const { items, nextCursor } = await listPeople('limit=100')
    assert.deepEqual([numbersOf(items), nextCursor], [[8, 7, 6, 4, 3, 2, 1, 0], null])
    assert.deepEqual(items.at(-1), {
      id: idOf(0),
      displayName: 'Ada Lovelace',
      address: items.at(-1)?.address,
      ens: null,
      role: 'admin',
      status: 'active',
      groups: [],
      createdAt: new Date(0).toISOString(),
      lastSeenAt: null,
    })
    assert.equal(items.at(-1)?.address?.toLowerCase(), addressOf(0))
  })

  test('returns each person once across pages', async () => {
    for (const limit of [1, 2, 3, 100]) assert.deepEqual(await listAllPages('', limit), [8, 7, 6, 4, 3, 2, 1, 0])
  })

  test('filters by role and status', async () => {
    assert.deepEqual(await searchPeople('role=admin'), [7, 0])
    assert.deepEqual(await searchPeople('status=suspended'), [3])
    assert.deepEqual(await searchPeople('status=deleted'), [5])
    assert.deepEqual(await searchPeople('role=admin&status=suspended'), [])
    assert.deepEqual(await listAllPages('role=member&status=active', 2), [8, 6, 4, 2, 1])
  })

  test('filters by group, alone and combined with other filters', async () => {
    const groupId = await addGroup(server, 'crew', [0, 1, 3, 4, 7])
    const emptyGroupId = await addGroup(server, 'nobody', [])
    for (const limit of [1, 2, 100]) assert.deepEqual(await listAllPages(`group=${groupId}`, limit), [7, 4, 3, 1, 0])
    assert.deepEqual(await searchPeople(`group=${groupId}&role=admin`), [7, 0])
    assert.deepEqual(await searchPeople(`group=${groupId}&role=member&status=active`), [4, 1])
    assert.deepEqual(await searchPeople(`group=${groupId}&status=suspended`), [3])
    assert.deepEqual(await searchPeople(`group=${groupId}&status=deleted`), [])
    for (const limit of [1, 2, 100]) assert.deepEqual(await listAllPages(`group=${groupId}&q=ad`, limit), [7, 4, 1, 0])
    assert.deepEqual(await searchPeople(`group=${groupId}&q=hop`), [7])
    assert.deepEqual(await searchPeople(`group=${groupId}&q=hop&role=member`), [])
    assert.deepEqual(await listAllPages(`group=${groupId}&q=0xabc`, 2), [7, 4, 3, 1, 0])
    assert.deepEqual(await searchPeople(`group=${groupId}&q=${addressOf(2)}`), [])
    assert.deepEqual(await searchPeople(`group=${groupId}&q=${idOf(4)}`), [4])
    assert.deepEqual(await searchPeople(`group=${groupId}&q=${idOf(2)}`), [])
    assert.deepEqual(await listPeople(`group=${emptyGroupId}`), { items: [], nextCursor: null })
  })

  test('returns the groups of each person', async () => {
    const duo = await addGroup(server, 'duo', [1, 2])
    const solo = await addGroup(server, 'solo', [2])
    const groups = new Map((await listPeople('')).items.map((person) => [person.id, person.groups.map(({ id }) => id)]))
    const groupsOf = (number: number) => (groups.get(idOf(number)) ?? []).filter((id) => id === duo || id === solo)
    assert.deepEqual([groupsOf(1), groupsOf(2), groupsOf(3)], [[duo], [duo, solo], []])
  })

  test('returns the membership of each person in a requested group', async () => {
    const band = await addGroup(server, 'band', [1, 3])
    const listMembership = async (query: string) =>
      (await listPeople(`markMembersOf=${band}${query}`)).items.map((person) => [...numbersOf([person]), person.member])
    assert.deepEqual(await listMembership('&q=ad'), [
      [0, false],
      [1, true],
      [4, false],
      [7, false],
    ])
    assert.deepEqual(await listMembership(`&q=${addressOf(3)}`), [[3, true]])
    assert.deepEqual(await listMembership('&q=zzz'), [])
    const unknownGroup = await listPeople('markMembersOf=grp_01ZZZZZZZZZZZZZZZZZZZZZZZZ&limit=1')
    assert.deepEqual(
      [unknownGroup.items[0]?.member, (await listPeople('limit=1')).items[0]?.member],
      [false, undefined],
    )
    expectProblem(await auditor.browser.get(`${PATH}?markMembersOf=band`), 'invalid_body')
  })

  test('returns the same people from a large group whichever index is used', async () => {
    const groupId = await addGroup(server, 'crowd', [0, 1, 3, 4, 7])
    await changeRows(server, 'UPDATE people_group SET members = 5000 WHERE id = ?', groupId)
    assert.deepEqual(await listAllPages(`group=${groupId}`, 2), [7, 4, 3, 1, 0])
    assert.deepEqual(await listAllPages(`group=${groupId}&role=admin`, 1), [7, 0])
    assert.deepEqual(await searchPeople(`group=${groupId}&status=suspended`), [3])
    for (const limit of [1, 2, 100])
      assert.deepEqual((await listAllPages(`group=${groupId}&q=ad`, limit)).sort(), [0, 1, 4, 7])
    assert.deepEqual(await searchPeople(`group=${groupId}&q=hop`), [7])
    assert.deepEqual(await listAllPages(`group=${groupId}&q=0xabc`, 2), [0, 1, 3, 4, 7])
  })

  test('repeats nobody when a group grows between two pages of a search', async () => {
    const group = await addGroup(server, 'growing', [0, 1, 4, 7])
    const first = await listPeople(`group=${group}&q=ad&limit=2`)
    await changeRows(server, 'UPDATE people_group SET members = 5000 WHERE id = ?', group)
    const second = await listPeople(`group=${group}&q=ad&limit=2&cursor=${first.nextCursor}`)
    assert.deepEqual([numbersOf(first.items), numbersOf(second.items), second.nextCursor], [[7, 4], [1, 0], null])
  })

  test('returns nothing for an unknown group and rejects an invalid group id', async () => {
    for (const q of ['', '&q=ada', '&role=admin', `&q=${idOf(2)}`])
      assert.deepEqual(await listPeople(`group=grp_01ZZZZZZZZZZZZZZZZZZZZZZZZ${q}`), { items: [], nextCursor: null })
    for (const group of ['', 'crew', 'per_01AAAAAAAAAAAAAAAAAAAAAAAA'])
      expectProblem(await auditor.browser.get(`${PATH}?group=${group}`), 'invalid_body')
  })

  test('filters by a group with a rule, and marks who is in it by the rule', async () => {
    const groupId = await addGroup(server, 'ruled', [1, 4])
    const isIn = { version: 2, outcome: 'yes', keepUntil: server.clock.now + 1 }
    await changeRows(server, "UPDATE people_group SET rule = '{}', rule_version = 2 WHERE id = ?", groupId)
    for (const number of [0, 3, 4, 6]) await insertVerdict(server, { groupId, number, ...isIn })
    await insertVerdict(server, { groupId, number: 8, ...isIn, outcome: 'no' })
    await insertVerdict(server, { groupId, number: 7, ...isIn, version: 1 })
    await insertVerdict(server, { groupId, number: 2, ...isIn, keepUntil: server.clock.now })
    const expectFound = async () => {
      for (const limit of [1, 2, 100])
        assert.deepEqual(await listAllPages(`group=${groupId}`, limit), [6, 4, 3, 1, 0], `limit ${limit}`)
      assert.deepEqual(await searchPeople(`group=${groupId}&role=admin`), [0])
      assert.deepEqual(await searchPeople(`group=${groupId}&status=suspended`), [3])
      for (const limit of [1, 100])
        assert.deepEqual((await listAllPages(`group=${groupId}&q=ad`, limit)).sort(), [0, 1, 4], `limit ${limit}`)
      assert.deepEqual((await listAllPages(`group=${groupId}&q=0xabc`, 2)).sort(), [0, 1, 3, 4, 6])
      assert.deepEqual(await searchPeople(`group=${groupId}&q=${idOf(6)}`), [6])
      assert.deepEqual(await searchPeople(`group=${groupId}&q=${idOf(7)}`), [])
    }
    await expectFound()
    await changeRows(server, 'UPDATE people_group SET members = 5000 WHERE id = ?', groupId)
    await expectFound()

    const group = { id: groupId, name: 'ruled', slug: 'ruled' }
    const inGroup = new Map((await listPeople('')).items.map(({ id, groups }) => [id, groups]))
    const found = [0, 1, 2, 4].map((number) => inGroup.get(idOf(number))?.find(({ id }) => id === groupId))
    assert.deepEqual(found, [
      { ...group, added: false, byRule: true },
      { ...group, added: true, byRule: false },
      undefined,
      { ...group, added: true, byRule: true },
    ])
    const marked = (await listPeople(`markMembersOf=${groupId}&q=ad`)).items
    assert.deepEqual(new Set(numbersOf(marked.filter(({ member }) => member))), new Set([1, 4]))
  })

  test('returns the groups of a person by slug, added by an admin and by rule', async () => {
    const person = await addPerson(server)
    const [last, both, first] = [
      await addGroup(server, 'z-rule', []),
      await addGroup(server, 'm-both', []),
      await addGroup(server, 'a-added', []),
    ]
    for (const groupId of [both, first])
      await insertMember(server.context.store, { groupId, personId: person.id, now: 0 })
    for (const groupId of [both, last]) {
      await changeRows(server, "UPDATE people_group SET rule = '{}' WHERE id = ?", groupId)
      await insertVerdict(server, { groupId, personId: person.id, version: 0, keepUntil: server.clock.now + 1 })
    }
    const readGroups = async () =>
      personDetailsSchema.parse((await auditor.browser.get(`${PATH}/${person.id}`)).json).groups
    assert.deepEqual(await readGroups(), [
      { id: first, name: 'a-added', slug: 'a-added', added: true, byRule: false },
      { id: both, name: 'm-both', slug: 'm-both', added: true, byRule: true },
      { id: last, name: 'z-rule', slug: 'z-rule', added: false, byRule: true },
    ])
    await changeRows(server, 'UPDATE rule_verdict SET keep_until = ? WHERE person_id = ?', server.clock.now, person.id)
    assert.deepEqual(
      (await readGroups()).map(({ id, byRule }) => [id, byRule]),
      [
        [first, false],
        [both, false],
      ],
    )
  })

  test('finds the prefix of any word of a name, ignoring case, each person once', async () => {
    for (const q of ['ad', 'AD', ' ada '])
      assert.deepEqual(new Set(await searchPeople(`q=${encodeURIComponent(q)}`)), new Set([0, 1, 4, 7]), q)
    for (const limit of [1, 2, 3]) assert.deepEqual((await listAllPages('q=ad', limit)).sort(), [0, 1, 4, 7])
    assert.deepEqual(await searchPeople('q=hop'), [2, 7])
    assert.deepEqual(await searchPeople(`q=${encodeURIComponent('АЛ')}`), [6])
    assert.deepEqual(await searchPeople(`q=${encodeURIComponent('án')}`), [8])
    assert.deepEqual(await searchPeople('q=opper'), [])
  })

  test('finds people whose name has all search words', async () => {
    assert.deepEqual(await searchPeople('q=ada+hop'), [7])
    assert.deepEqual(await searchPeople('q=hop+ad'), [7])
    assert.deepEqual(await searchPeople('q=ada+nobody'), [])
    assert.deepEqual(await searchPeople('q=ad+ada'), [0, 1, 4, 7])
  })

  test('combines search and filters', async () => {
    assert.deepEqual(await searchPeople('q=ad&role=admin'), [7, 0])
    assert.deepEqual(await searchPeople('q=ala&status=suspended'), [3])
    assert.deepEqual(await searchPeople('q=ala&status=active'), [])
    assert.deepEqual((await searchPeople('q=ad&role=member')).sort(), [1, 4])
  })

  test('finds an address prefix and a whole id', async () => {
    assert.deepEqual(await listAllPages('q=0xABC', 2), [0, 1, 2, 3, 4, 6, 7, 8])
    assert.deepEqual(await searchPeople(`q=${addressOf(4)}`), [4])
    assert.deepEqual(await searchPeople(`q=${addressOf(4)}&role=admin`), [])
    assert.deepEqual(await searchPeople('q=0xabd'), [])
    assert.deepEqual(await searchPeople(`q=${idOf(2)}`), [2])
    assert.deepEqual(await searchPeople(`q=${idOf(2).toLowerCase()}`), [2])
    assert.deepEqual(await searchPeople(`q=${idOf(2)}&role=owner`), [])
    assert.deepEqual(await searchPeople(`q=${idOf(99)}`), [])
  })

  test('treats SQL wildcards as literal text', async () => {
    for (const q of ['%', '_', "' OR 1=1 --", '\0', '\u{10ffff}', '%00'])
      assert.deepEqual(await searchPeople(`q=${encodeURIComponent(q)}`), [], q)
  })

  test('rejects a cursor it did not issue', async () => {
    for (const cursor of ['x', 'per_', Buffer.from('ses_01').toString('base64url')])
      assert.deepEqual(expectProblem(await auditor.browser.get(`${PATH}?cursor=${cursor}`), 'invalid_body').fields, [
        { path: '/cursor', code: 'unknown_cursor' },
      ])
  })

  test('returns a person with their wallets, sessions and activity', async () => {
    const person = await addPerson(server)
    const response = await auditor.browser.get(`${PATH}/${person.id}`)
    assert.equal(response.status, 200, response.text)
    const details = personDetailsSchema.parse(response.json)
    assert.equal(details.person.address, person.account.address)
    assert.deepEqual(
      details.wallets.map(({ address, primary, current }) => [address, primary, current]),
      [[person.account.address, true, false]],
    )
    assert.deepEqual(
      details.sessions.map(({ id }) => id),
      [person.sessionId],
    )
    assert.deepEqual(new Set(details.activity.map(({ kind }) => kind)), new Set(['sign_in.ok', 'person.created']))
    const { recoveryCodesLeft, deletion, suspended, suspendedFor, version } = details
    assert.deepEqual(
      { recoveryCodesLeft, deletion, suspended, suspendedFor, version },
      {
        recoveryCodesLeft: 0,
        deletion: null,
        suspended: false,
        suspendedFor: null,
        version: 1,
      },
    )
    expectProblem(await auditor.browser.get(`${PATH}/${idOf(99)}`), 'not_found')
  })
})

/** Returns its id. */
async function addGroup(server: TestServer, slug: string, numbers: number[]): Promise<string> {
  const { context } = server
  const id = newId(context, 'grp')
  await insertGroup(context.store, { id, name: slug, slug, members: 0, ruleMembers: null, createdAt: 0, version: 1 })
  for (const number of numbers) await insertMember(context.store, { groupId: id, personId: idOf(number), now: 0 })
  await addToMembers(context.store, { groupId: id, more: numbers.length })
  return id
}

type VerdictRow = { groupId: string; version: number; outcome?: string; keepUntil: number } & (
  | { number: number }
  | { personId: string }
)

async function insertVerdict(server: TestServer, row: VerdictRow): Promise<void> {
  const personId = 'number' in row ? idOf(row.number) : row.personId
  await changeRows(
    server,
    `INSERT INTO rule_verdict (group_id, person_id, rule_version, outcome, reasons, checked_at, fresh_until, keep_until)
     VALUES (?, ?, ?, ?, '[]', 0, 0, ?)`,
    ...[row.groupId, personId, row.version, row.outcome ?? 'yes', row.keepUntil],
  )
}

/** As sign-in and profile would leave one, with an id and address the test knows. */
async function insertPerson(server: TestServer, number: number, name: string | null): Promise<void> {
  const id = idOf(number)
  const walletId = id.replace('per', 'wal')
  await changeRows(
    server,
    `INSERT INTO person (id, display_name, role, status, primary_wallet_id, created_at, updated_at, version)
     VALUES (?, ?, 'member', 'active', ?, 0, 0, 1)`,
    id,
    name,
    walletId,
  )
  if (name === null) return
  await changeRows(
    server,
    `INSERT INTO wallet (id, person_id, namespace, address, chain, kind, status, linked_via, linked_at, last_used_at, version)
     VALUES (?, ?, 'eip155', ?, '0', 'eoa', 'linked', 'sign_in', 0, 0, 1)`,
    walletId,
    id,
    addressOf(number),
  )
  for (const term of name.toLowerCase().split(' '))
    await changeRows(server, 'INSERT INTO person_term (term, person_id) VALUES (?, ?)', term, id)
}
