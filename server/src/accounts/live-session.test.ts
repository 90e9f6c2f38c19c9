import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { forEachEngine } from '../../../test/support/database/each-engine.ts'
import { changeRows } from '../../../test/support/database/rows.ts'
import { newAccount, openBrowser, signIn } from '../../../test/support/server/http-browser.ts'
import { expectStarted } from '../../../test/support/server/responses.ts'
import { startServer, type TestServer } from '../../../test/support/server/server.ts'
import { selectAll } from '../platform/store/query.ts'
import { liveSession } from './live-session.sql.ts'
import { endReasonOf, isLive, isLiveOffline, type SessionFacts } from './live-session.ts'

const NOW = 1000
const live: SessionFacts = {
  person: { status: 'active' },
  wallet: { status: 'linked', removeAt: null },
  idleExpiresAt: NOW + 1,
  expiresAt: NOW + 1,
  ended: undefined,
}

const ENDED = [undefined, 'signed_out', 'revoked_self', 'idle', 'expired'] as const
const STATUSES = ['active', 'suspended', 'deleting'] as const
const WALLETS = [
  { status: 'linked', removeAt: null },
  { status: 'removing', removeAt: NOW + 1 },
  { status: 'removing', removeAt: NOW },
  { status: 'removed', removeAt: null },
] as const
const TIMES = [NOW + 1, NOW, NOW - 1]

/** Every combination of what decides. */
const FACTS: SessionFacts[] = ENDED.flatMap((reason) =>
  STATUSES.flatMap((status) =>
    WALLETS.flatMap((wallet) =>
      TIMES.flatMap((idleExpiresAt) =>
        TIMES.filter((expiresAt) => expiresAt >= idleExpiresAt).map((expiresAt) => ({
          person: { status },
          wallet,
          idleExpiresAt,
          expiresAt,
          ended: reason && { reason },
        })),
      ),
    ),
  ),
)

describe('a session', () => {
  const REASONS: [string, Partial<SessionFacts>, ReturnType<typeof endReasonOf>][] = [
    ['is live', {}, undefined],
    ['is live while a removal of its wallet waits', { wallet: { status: 'removing', removeAt: NOW + 1 } }, undefined],
    ['ends as recorded', { ended: { reason: 'revoked_self' }, person: { status: 'suspended' } }, 'revoked_self'],
    ['ends with a suspension', { person: { status: 'suspended' } }, 'person_suspended'],
    ['ends with a deletion', { person: { status: 'deleting' } }, 'person_deleted'],
    ['ends with its wallet', { wallet: { status: 'removed', removeAt: null } }, 'wallet_removed'],
    ['ends when the removal is due', { wallet: { status: 'removing', removeAt: NOW } }, 'wallet_removed'],
    ['ends when it is not used', { idleExpiresAt: NOW }, 'idle'],
    ['ends at last', { idleExpiresAt: NOW, expiresAt: NOW }, 'expired'],
    ['ends with the person before it expires', { person: { status: 'suspended' }, expiresAt: NOW }, 'person_suspended'],
  ]
  for (const [what, change, reason] of REASONS)
    test(what, () => {
      const session = { ...live, ...change }
      assert.equal(endReasonOf(session, NOW), reason)
      assert.equal(isLive(session, NOW), reason === undefined)
    })

  test('outlives its expiry for apps with offline access, and nothing else', () => {
    let outlived = 0
    for (const session of FACTS) {
      const reason = endReasonOf(session, NOW)
      const keepsAccess = endReasonOf({ ...live, person: session.person, wallet: session.wallet }, NOW) === undefined
      const expected = keepsAccess && (reason === undefined || reason === 'idle' || reason === 'expired')
      assert.equal(isLiveOffline(session, NOW), expected, JSON.stringify(session))
      if (expected && reason !== undefined) outlived++
    }
    assert.ok(outlived > 10)
  })
})

forEachEngine('a live session in SQL', (engine) => {
  let server: TestServer
  before(async () => {
    server = await startServer(engine)
  })
  after(() => server.close())

  test('is the same in every combination', async () => {
    const { session, me } = expectStarted(await signIn(openBrowser(server), newAccount()))
    const find = selectAll((row) => row)<{ id: string; now: number }>(
      `SELECT s.id FROM session s WHERE s.id = :id AND ${liveSession('s')}`,
    )
    for (const facts of FACTS) {
      const { person, wallet, idleExpiresAt, expiresAt, ended } = facts
      await changeRows(server, 'UPDATE person SET status = ? WHERE id = ?', person.status, me.id)
      const { status, removeAt } = wallet
      await changeRows(
        server,
        'UPDATE wallet SET status = ?, remove_at = ? WHERE id = ?',
        status,
        removeAt,
        session.wallet.id,
      )
      await changeRows(
        server,
        'UPDATE session SET idle_expires_at = ?, expires_at = ?, ended_at = ?, end_reason = ? WHERE id = ?',
        ...[idleExpiresAt, expiresAt, ended ? NOW - 1 : null, ended?.reason ?? null, session.id],
      )
      const found = await find(server.context.store, { id: session.id, now: NOW })
      assert.equal(found.length === 1, isLive(facts, NOW), JSON.stringify(facts))
    }
  })
})
