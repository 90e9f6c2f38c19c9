/** Bodies of routes whose fields depend on each other, so that what is drawn from the schema is refused. */

import type { Random } from '../../support/seeded-random.ts'

type Known = { random: Random; id(prefix: string): string; proof: unknown; text(name: string): string }

const KINDS = ['web', 'spa', 'native'] as const

export const KNOWN_BODIES: Readonly<Record<string, (known: Known) => unknown>> = {
  'POST /api/challenges': ({ random }) => ({ purpose: random.pick(['sign_in', 'link_wallet', 'recover']) }),
  'POST /api/phone/open': ({ text }) => ({ code: text('phoneCode') }),
  'POST /api/phone/match': ({ text }) => ({ code: text('phoneCode'), number: text('number') }),
  'POST /api/phone/approve': ({ text, proof }) => ({ code: text('phoneCode'), proof }),
  'POST /api/phone/decline': ({ text }) => ({ code: text('phoneCode') }),
  'POST /api/access-requests': ({ proof }) => ({ proof, message: 'Please' }),
  'POST /api/me/access-requests': ({ random }) => ({ host: random.pick(['closed.example', 'one.example']) }),
  'POST /api/me/vaults': ({ random }) => ({
    chainId: 1,
    address: `0x${random.pick(['12', 'ab', 'cd'])}${'34'.repeat(19)}`,
  }),
  'POST /api/recoveries': ({ random, proof, text }) => ({
    proof,
    keep: true,
    ...(random.chance(0.5) ? { code: text('code') } : { link: text('link') }),
  }),
  'POST /api/sessions': ({ proof, text, random }) => ({
    proof,
    keep: random.chance(0.5),
    ...(random.chance(0.5) ? { invite: text('token') } : { keepAccount: true }),
  }),
  'POST /api/admin/apps': ({ random }) => ({
    kind: random.pick(KINDS),
    preset: 'other',
    name: `App ${random.below(60_000)}`,
    redirectUris: ['http://localhost:8080/callback'],
    access: 'everyone',
  }),
  'PATCH /api/admin/apps/:id': ({ random, id }) =>
    random.pick<() => object>([
      () => ({ name: `App ${random.below(60_000)}` }),
      () => ({ status: random.pick(['active', 'disabled']) }),
      () => ({ access: 'groups', groupIds: [id('grp')] }),
      () => ({ requirePar: random.chance(0.5), requirePkce: random.chance(0.5) }),
    ])(),
  'PATCH /api/admin/settings': ({ random, id }) =>
    random.pick<() => object>([
      () => ({ name: `Site ${random.below(100)}`, accent: random.pick(['#0a5cd6', null]) }),
      () => ({ registration: random.pick(['open', 'invite', 'closed']) }),
      () => ({ registration: 'groups', registrationGroupIds: [id('grp')] }),
      () => ({ ens: random.chance(0.5) }),
      () => ({ namespaces: random.pick([['eip155'], ['eip155', 'solana'], ['eip155', 'solana', 'bip122']]) }),
      () => ({ factories: [`0x${'12'.repeat(20)}`] }),
    ])(),
  'POST /api/admin/invites': ({ random }) => ({
    role: random.pick(['member', 'auditor', 'admin']),
    maxUses: 1,
    expiresInMs: 3_600_000,
  }),
}
