import { seal } from '../../audit/extend-hash-chain.ts'
import { type Finding, verifyChain } from '../../audit/verify-hash-chain.ts'
import { type Command, Refusal } from './command.ts'
import { withContext } from './open.ts'

export const verifyActivity: Command = {
  name: 'verify-activity',
  synopsis: '',
  summary: 'Check that nobody changed what the activity log says',
  details: [
    'Walks the chain of hashes from the first event to the last. The hash it prints stands for all of them: kept ' +
      'elsewhere, it shows later that none was taken from the end.',
    '--json   for programs: ok, checked, firstBad, head',
    'Ends with 1 when an event is not what was recorded.',
  ],
  options: { json: { type: 'boolean' } },
  words: { least: 0, most: 0 },
  run: (world, { values }) =>
    withContext(world, async (context) => {
      // A stopped server seals nothing, so events of commands may be unsealed.
      await seal(context)
      const check = await verifyChain(context.store, context.now())
      if (values.json) world.terminal.print(JSON.stringify(check, null, 2))
      if (check.firstBad) throw new Refusal(describe(check.firstBad))
      if (values.json) return
      world.terminal.print(`${check.checked.toLocaleString('en')} events, all as they were recorded.`)
      if (check.head !== null) world.terminal.print(`Last hash  ${check.head}`)
    }),
}

const WHY: Record<Finding, string> = {
  changed: 'it was changed',
  personal_changed: 'its network, address or device was changed',
  missing: 'it is missing',
  not_sealed: 'it was never sealed',
}

function describe({ seq, id, why }: { seq: number; id: string | null; why: string }): string {
  const words = Object.entries(WHY).find(([finding]) => finding === why)?.[1] ?? why
  return (
    `Event ${seq}${id === null ? '' : ` (${id})`} is not what was recorded: ${words}.\n` +
    'Somebody changed the database past the server. Compare it with a backup from before.'
  )
}
