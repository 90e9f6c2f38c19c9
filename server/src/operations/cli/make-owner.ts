import type { Account } from '@countersign/contract/family/account.ts'
import { families } from '@countersign/contract/family/family.ts'
import type { Role } from '@countersign/contract/permission.ts'
import { cancelDeletion } from '../../accounts/person/deletion.ts'
import { lockPerson, type Person } from '../../accounts/person/person.ts'
import { liftSuspension } from '../../accounts/person/person-state.store.ts'
import { promoteToOwner } from '../../accounts/person/restore-and-promote.ts'
import { identify } from '../../accounts/wallet/identify-wallet.ts'
import { findWallet } from '../../accounts/wallet/wallet.ts'
import { recordEvent } from '../../audit/record-event.ts'
import type { Context } from '../../context.ts'
import { formatAddress } from '../../platform/crypto/address.ts'
import { type Queries, retryOnConflict } from '../../platform/store/database.ts'
import { addSetting } from '../../platform/store/setting.ts'
import { type Instance, readInstance } from '../../settings/read-settings.ts'
import { AUDIT_REASON, type Command, CommandError } from './command.ts'
import { withContext } from './open.ts'
import { readAccount } from './person.ts'

export const makeOwner: Command = {
  name: 'make-owner',
  synopsis: '<address>',
  summary: 'Give the person with this wallet the owner role',
  details: [
    'Use this when nobody can sign in, or nobody who can is an owner.',
    'The person with this wallet becomes an owner; a suspension or pending deletion is canceled. If the wallet is ' +
      'unknown, a person is created, who becomes an owner at the first sign-in with that wallet.',
    'Addresses of Ethereum, Solana and Bitcoin are accepted, and accounts in CAIP-10 form.',
    'Other owners keep their role. Change roles in the admin area under People.',
  ],
  positionals: { least: 1, most: 1 },
  run: async (cli, { positionals: [typed = ''] }) => {
    const account = await readAccount(typed)
    return withContext(cli, async (context) => {
      requireAllowed(account, await readInstance(context))
      const outcome = await retryOnConflict(() => promoteWallet(context, account))
      cli.terminal.print(`${formatAddress(account.address)} ${MESSAGES[outcome]}`)
      cli.terminal.print(cli.terminal.dim(`Sign in with it at ${context.config.origin}`))
    })
  },
}

const MESSAGES = {
  already: 'is already an owner.',
  made: 'is now an owner.',
  restored: 'is now an owner and can sign in again.',
  created: 'has no account yet and becomes an owner at its first sign-in.',
}

/** Otherwise the new owner could not sign in. */
function requireAllowed({ namespace }: Account, { namespaces }: Pick<Instance, 'namespaces'>): void {
  if (namespaces.includes(namespace)) return
  const allowed = namespaces.map((each) => families[each].name).join(' or ')
  throw new CommandError(
    `${families[namespace].name} wallets may not sign in, because an owner turned them off. Use a wallet of ${allowed}.`,
  )
}

function promoteWallet(context: Context, account: Account): Promise<keyof typeof MESSAGES> {
  return context.store.transaction(async (queries) => {
    const wallet = await findWallet(queries, account)
    if (!wallet) return createOwner(context, queries, account)
    const person = await lockPerson(queries, wallet.personId)
    if (!person || person.status === 'deleted') throw new CommandError('This person is deleted. Use another wallet.')
    await addSetting(queries, 'owner', person.id, context.now())
    const restored = await restorePerson(context, queries, person)
    if (person.role === 'owner') return restored ? 'restored' : 'already'
    await promoteToOwner(context, queries, person, AUDIT_REASON)
    return restored ? 'restored' : 'made'
  })
}

const OWNER: Role = 'owner'

async function createOwner(context: Context, queries: Queries, account: Account): Promise<'created'> {
  const newcomer = { account, label: { name: null, rdns: null }, via: 'setup' as const }
  const { person } = await identify(context, queries, newcomer, async () => ({ role: OWNER }))
  await addSetting(queries, 'owner', person.id, context.now())
  await recordEvent(context, queries, {
    kind: 'person.created',
    by: 'system',
    personId: person.id,
    address: account.address,
    data: { role: OWNER, because: AUDIT_REASON },
  })
  return 'created'
}

/** An owner who is suspended or being deleted cannot sign in, so both are undone. */
async function restorePerson(context: Context, queries: Queries, { id, status }: Person): Promise<boolean> {
  if (status === 'active') return false
  const event = { by: 'system' as const, data: { because: AUDIT_REASON } }
  const kept = status === 'deleting' ? await cancelDeletion(context, queries, { id, ...event }) : { status }
  if (kept.status === 'suspended') {
    await liftSuspension(queries, { id, now: context.now() })
    await recordEvent(context, queries, { kind: 'person.restored', personId: id, ...event })
  }
  return true
}
