import { readInstance } from '../../settings/read-settings.ts'
import { setupCode } from '../setup/setup.ts'
import { type Command, Refusal } from './command.ts'
import { withContext } from './open.ts'

export const setupLink: Command = {
  name: 'setup-link',
  synopsis: '',
  summary: 'Print the one-time link that makes whoever opens it the owner',
  details: [
    'The link is also printed when the server starts, until there is an owner. It stays the same until it is used.',
    'Once somebody owns the installation there is no link any more. countersign make-owner makes another owner.',
  ],
  options: {},
  words: { least: 0, most: 0 },
  run: (world) =>
    withContext(world, async (context) => {
      const { origin, ownerWallets } = context.config
      if (ownerWallets.length > 0)
        throw new Refusal(`OWNER_WALLETS names who owns this installation: sign in with that wallet at ${origin}`)
      if (!(await readInstance(context)).setupNeeded)
        throw new Refusal('This installation has an owner. To make another: countersign make-owner <address>')
      world.terminal.print(`${origin}/setup#code=${await setupCode(context)}`)
    }),
}
