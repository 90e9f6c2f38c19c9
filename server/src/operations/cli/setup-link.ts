import { readInstance } from '../../settings/read-settings.ts'
import { setupCode } from '../setup/setup.ts'
import { type Command, CommandError } from './command.ts'
import { withContext } from './open.ts'

export const setupLink: Command = {
  name: 'setup-link',
  summary: 'Print the one-time setup link for the first owner',
  details: [
    'The server also prints the link at startup until there is an owner. It stays the same until it is used.',
    'Once there is an owner, setup is closed. To add another owner, use: countersign make-owner <address>',
  ],
  run: (cli) =>
    withContext(cli, async (context) => {
      const { origin, ownerWallets } = context.config
      if (ownerWallets.length > 0)
        throw new CommandError(
          `OWNER_WALLETS sets the owners of this installation. Sign in with one of those wallets at ${origin}`,
        )
      if (!(await readInstance(context)).setupNeeded)
        throw new CommandError('Setup is already complete. To add another owner, use: countersign make-owner <address>')
      cli.terminal.print(`${origin}/setup#code=${await setupCode(context)}`)
    }),
}
