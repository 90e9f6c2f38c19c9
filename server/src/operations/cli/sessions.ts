import { checksumAddress } from '../../platform/crypto/ethereum-address.ts'
import { findLiveSessions, type ListedSession } from '../../session/list-sessions.ts'
import { type Command, type Given, UsageError } from './command.ts'
import { withContext } from './open.ts'
import { findNamed } from './person.ts'
import { columns, moment, plain, type Terminal } from './terminal.ts'

const SHOWN = 50

export const sessions: Command = {
  name: 'sessions',
  synopsis: '[--person <id or address>]',
  summary: 'List active sessions, newest first',
  details: [
    '--person <id or address>   list the sessions of one person',
    `--most <number>            the maximum to list, ${SHOWN} by default`,
    '--json                     print the list as JSON',
  ],
  options: { person: { type: 'string' }, most: { type: 'string' }, json: { type: 'boolean' } },
  words: { least: 0, most: 0 },
  run: (world, { values }) => {
    const most = readMost(values.most)
    return withContext(world, async (context) => {
      const personId = typeof values.person === 'string' ? (await findNamed(context, values.person)).id : undefined
      const found = await findLiveSessions(context.store, { now: context.now(), personId, limit: most + 1 })
      const shown = found.slice(0, most)
      if (values.json) return world.terminal.print(JSON.stringify(shown.map(toJson), null, 2))
      printTable(world.terminal, shown)
      if (found.length > most)
        world.terminal.print(world.terminal.dim(`More sessions exist. Use --most ${most * 2} to list more.`))
    })
  },
}

function readMost(given: Given['values'][string]): number {
  if (given === undefined) return SHOWN
  if (typeof given === 'string' && /^[1-9]\d{0,6}$/.test(given)) return Number(given)
  throw new UsageError(`Invalid value for --most: "${given}". Use a number of at least 1.`)
}

function toJson({ id, person, wallet, device, createdAt, lastSeenAt, expiresAt }: ListedSession) {
  return {
    id,
    person,
    address: checksumAddress(wallet.address),
    device,
    createdAt: new Date(createdAt).toISOString(),
    lastSeenAt: new Date(lastSeenAt).toISOString(),
    expiresAt: new Date(expiresAt).toISOString(),
  }
}

function printTable(terminal: Terminal, shown: ListedSession[]): void {
  if (shown.length === 0) return terminal.print('Nobody is signed in.')
  const rows = shown.map(({ person, wallet, device, lastSeenAt, createdAt }) => [
    plain(person.displayName ?? '–'),
    person.role,
    checksumAddress(wallet.address),
    plain(device),
    moment(createdAt),
    moment(lastSeenAt),
  ])
  const [head = '', ...lines] = columns([['Name', 'Role', 'Wallet', 'Device', 'Signed in', 'Last seen'], ...rows])
  terminal.print(terminal.bold(head))
  for (const line of lines) terminal.print(line)
}
