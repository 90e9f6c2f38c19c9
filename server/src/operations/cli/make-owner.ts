import type { Role } from '@countersign/contract/me.ts'
import { cancelDeletion } from '../../accounts/person/deletion.ts'
import { lockPerson, type Person } from '../../accounts/person/person.ts'
import { promoteToOwner } from '../../accounts/person/restore-and-promote.ts'
import { identify } from '../../accounts/wallet/identify-wallet.ts'
import { findWallet } from '../../accounts/wallet/own-wallets.ts'
import { recordEvent } from '../../audit/record-event.ts'
import type { Context } from '../../context.ts'
import { checksumAddress } from '../../platform/crypto/ethereum-address.ts'
import { retryOnConflict } from '../../platform/store/conflict.ts'
import type { Queries } from '../../platform/store/database.ts'
import { addSetting } from '../../platform/store/setting.ts'
import { KEY_CHAIN } from '../../proof/account.ts'
import { BECAUSE, type Command, Refusal } from './command.ts'
import { liftSuspension } from './make-owner.store.ts'
import { withContext } from './open.ts'
import { readAddress } from './person.ts'

export const makeOwner: Command = {
  name: 'make-owner',
  synopsis: '<address>',
  summary: 'Make the person of a wallet an owner, known here or not',
  details: [
    'For when nobody can sign in any more, or nobody who can is an owner.',
    'A wallet that is known makes its person an owner; a suspension or a deletion under way is taken back. For a ' +
      'wallet that is new here a person is made, and whoever signs in with that wallet is the owner.',
    'Other owners stay owners: take the role away in the browser, under People.',
  ],
  options: {},
  words: { least: 1, most: 1 },
  run: (world, { words: [typed = ''] }) => {
    const address = readAddress(typed)
    return withContext(world, async (context) => {
      const done = await retryOnConflict(() => makeOwnerOf(context, address))
      world.terminal.print(`${checksumAddress(address)} ${SAID[done]}`)
      world.terminal.print(world.terminal.dim(`Sign in with it at ${context.config.origin}`))
    })
  },
}

const SAID = {
  already: 'is an owner already.',
  made: 'is an owner now.',
  restored: 'is an owner now, and may sign in again.',
  created: 'is new here: whoever signs in with it is an owner.',
}

function makeOwnerOf(context: Context, address: string): Promise<keyof typeof SAID> {
  return context.store.transaction(async (queries) => {
    const known = await findWallet(queries, { address, chainRef: KEY_CHAIN })
    if (!known) return create(context, queries, address)
    const person = await lockPerson(queries, known.personId)
    if (!person || person.status === 'deleted') throw new Refusal('That person is deleted. Use another wallet.')
    await addSetting(queries, 'owner', person.id, context.now())
    const restored = await restore(context, queries, person)
    if (person.role === 'owner') return restored ? 'restored' : 'already'
    await promoteToOwner(context, queries, person, BECAUSE)
    return restored ? 'restored' : 'made'
  })
}

const OWNER: Role = 'owner'

async function create(context: Context, queries: Queries, address: string): Promise<'created'> {
  const account = { address, chainRef: KEY_CHAIN }
  const newcomer = { account, label: { name: null, rdns: null }, via: 'setup' as const }
  const { person } = await identify(context, queries, newcomer, async () => ({ role: OWNER }))
  await addSetting(queries, 'owner', person.id, context.now())
  await recordEvent(context, queries, {
    kind: 'person.created',
    by: 'system',
    personId: person.id,
    address,
    data: { role: OWNER, because: BECAUSE },
  })
  return 'created'
}

/** An owner who cannot sign in is no help. */
async function restore(context: Context, queries: Queries, { id, status }: Person): Promise<boolean> {
  if (status === 'active') return false
  const event = { by: 'system' as const, data: { because: BECAUSE } }
  if (status === 'deleting') await cancelDeletion(context, queries, { id, ...event })
  else {
    await liftSuspension(queries, { id, now: context.now() })
    await recordEvent(context, queries, { kind: 'person.restored', personId: id, ...event })
  }
  return true
}
