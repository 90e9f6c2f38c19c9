import { seal } from '../../audit/hash-chain.ts'
import { type Finding, verifyChain } from '../../audit/verify-hash-chain.ts'
import { type Command, CommandError } from './command.ts'
import { withContext } from './open.ts'

export const verifyActivity: Command = {
  name: 'verify-activity',
  summary: 'Verify the audit log',
  details: [
    'Verifies the hash chain from the first event to the last and prints the head hash. Keep that hash elsewhere to ' +
      'detect later that events were removed from the end.',
    '--json   print the result as JSON: ok, checked, firstBad, head',
    'Exits with 1 when verification fails.',
  ],
  options: { json: { type: 'boolean' } },
  run: (cli, { values }) =>
    withContext(cli, async (context) => {
      // A stopped server seals nothing, and events recorded by commands meanwhile are not an error.
      await seal(context)
      const check = await verifyChain(context.store, context.now())
      if (values.json) cli.terminal.print(JSON.stringify(check, null, 2))
      if (check.firstBad) throw new CommandError(describe(check.firstBad))
      if (values.json) return
      cli.terminal.print(`Audit log verified: ${check.checked.toLocaleString('en')} events.`)
      if (check.head !== null) cli.terminal.print(`Head hash  ${check.head}`)
    }),
}

const WHY: Record<Finding, string> = {
  changed: 'its content was modified',
  personal_changed: 'its IP address, wallet or device was modified',
  missing: 'it is missing',
  not_sealed: 'it was never sealed',
}

function describe({ seq, id, why }: { seq: number; id: string | null; why: string }): string {
  const words = Object.entries(WHY).find(([finding]) => finding === why)?.[1] ?? why
  return (
    `Verification failed at event ${seq}${id === null ? '' : ` (${id})`}: ${words}.\n` +
    'The database was modified outside of Countersign. Compare it with an earlier backup.'
  )
}
