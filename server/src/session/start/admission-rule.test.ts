import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { AppError } from '@countersign/contract/error/errors.ts'
import type { Context } from '../../context.ts'
import { sha256 } from '../../platform/crypto/hash.ts'
import type { Queries } from '../../platform/store/database.ts'
import { KEY_CHAIN } from '../../proof/account.ts'
import { defaultSettings } from '../../settings/read-settings.ts'
import { admit as admitNew } from './admission.ts'
import { requireSetupDone } from './start-session.ts'

const OWNER = `0x${'aa'.repeat(20)}`
const NEW = `0x${'bb'.repeat(20)}`
const context = { config: { ownerWallets: [OWNER] }, now: () => 1000 } as unknown as Context // nothing else decides

const INVITE = {
  id: 'inv_1',
  role: 'auditor',
  address: NEW,
  chain: KEY_CHAIN,
  max_uses: 1,
  uses: 0,
  created_by: null,
  created_at: 1,
  expires_at: 2000,
  revoked_at: null,
  group_ids: '["grp_1"]',
  request_id: null,
}

/** A database with one invitation. */
function withInvite(token: string): Queries {
  const one = async (_: unknown, key: Uint8Array | string) =>
    typeof key !== 'string' && sha256(token).equals(key) ? INVITE : undefined
  return { one, run: async () => 1 } as unknown as Queries // an invitation is read and counted
}

type Registration = 'open' | 'invite' | 'closed' | 'groups'
type Rules = Parameters<typeof admitNew>[2]['rules']

const admit = (
  registration: Registration,
  address: string,
  { chain = KEY_CHAIN, invite = undefined as string | undefined, rules = undefined as Rules } = {},
) =>
  admitNew(context, withInvite('token'), {
    account: { namespace: 'eip155', address, chain },
    instance: {
      ...defaultSettings({ origin: 'https://id.example' }),
      ...{ registration, hasOwner: true, setupNeeded: false },
    },
    invite,
    rules,
  })

describe('admission', () => {
  test('makes the wallets of OWNER_WALLETS owners under every registration setting', async () => {
    for (const registration of ['open', 'invite', 'closed'] as const)
      assert.deepEqual(await admit(registration, OWNER), { role: 'owner' })
  })

  test('makes no contract an owner that has the address of one', async () => {
    assert.deepEqual(await admit('open', OWNER, { chain: '10' }), { role: 'member' })
    await assert.rejects(admit('closed', OWNER, { chain: '10' }), { code: 'registration_closed' })
  })

  test('admits others as members when registration is open', async () => {
    assert.deepEqual(await admit('open', NEW), { role: 'member' })
  })

  test('rejects others without an invitation when one is required', async () => {
    await assert.rejects(admit('invite', NEW), { code: 'invite_required' })
    await assert.rejects(admit('closed', NEW), { code: 'registration_closed' })
  })

  test('asks the rules of groups for the others', async () => {
    assert.deepEqual(await admit('groups', NEW, { rules: { refusal: undefined } }), { role: 'member', byRule: true })
    const refusal = new AppError('requirements_not_met')
    await assert.rejects(admit('groups', NEW, { rules: { refusal } }), refusal)
    // The wallet had an account when it was decided that rules need not be checked.
    await assert.rejects(admit('groups', NEW), { code: 'access_unknown', retryAfter: 10 })
  })

  test('admits with an invitation in the role it names', async () => {
    for (const registration of ['open', 'invite', 'closed'] as const)
      assert.deepEqual(await admit(registration, NEW, { invite: 'token' }), {
        role: 'auditor',
        inviteId: 'inv_1',
        groupIds: ['grp_1'],
      })
  })

  test('rejects an invitation that does not exist or names another wallet', async () => {
    await assert.rejects(admit('open', NEW, { invite: 'other' }), { code: 'invite_invalid' })
    await assert.rejects(admit('open', `0x${'cc'.repeat(20)}`, { invite: 'token' }), { code: 'invite_other_wallet' })
    await assert.rejects(admit('open', NEW, { invite: 'token', chain: '10' }), { code: 'invite_other_wallet' })
  })
})

describe('requireSetupDone', () => {
  const signIn = (hasOwner: boolean, address: string) =>
    requireSetupDone(context, { hasOwner }, { namespace: 'eip155', address, chain: KEY_CHAIN })

  test('rejects everyone until there is an owner, except those of OWNER_WALLETS', () => {
    assert.throws(() => signIn(false, NEW), { code: 'setup_required' })
    signIn(false, OWNER)
    signIn(true, NEW)
  })
})
