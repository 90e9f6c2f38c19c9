import { personName } from '@countersign/contract/names/person-name.ts'
import { presentAddress } from '../../accounts/person/present-person.ts'
import { formatAddress } from '../../platform/crypto/address.ts'
import { findLiveSessions, type ListedSession } from '../../session/list/list-sessions.ts'
import { type Arguments, type Command, UsageError } from './command.ts'
import { withContext } from './open.ts'
import { requirePerson } from './person.ts'
import { formatTime, printTable, stripControls, type Terminal } from './terminal.ts'

const DEFAULT_LIMIT = 50

export const sessions: Command = {
  name: 'sessions',
  synopsis: '[--person <id or address>]',
  summary: 'List active sessions, newest first',
  details: [
    '--person <id or address>   list the sessions of one person',
    `--most <number>            the maximum to list, ${DEFAULT_LIMIT} by default`,
    '--json                     print the list as JSON',
  ],
  options: { person: { type: 'string' }, most: { type: 'string' }, json: { type: 'boolean' } },
  run: (cli, { values }) => {
    const most = readLimit(values.most)
    return withContext(cli, async (context) => {
      const personId = typeof values.person === 'string' ? (await requirePerson(context, values.person)).id : undefined
      const found = await findLiveSessions(context.store, { now: context.now(), personId, limit: most + 1 })
      const shown = found.slice(0, most)
      if (values.json) return cli.terminal.print(JSON.stringify(shown.map(toJson), null, 2))
      printSessions(cli.terminal, shown)
      if (found.length > most)
        cli.terminal.print(cli.terminal.dim(`More sessions exist. Use --most ${most * 2} to list more.`))
    })
  },
}

function readLimit(given: Arguments['values'][string]): number {
  if (given === undefined) return DEFAULT_LIMIT
  if (typeof given === 'string' && /^[1-9]\d{0,6}$/.test(given)) return Number(given)
  throw new UsageError(`Invalid value for --most: "${given}". Use a number of at least 1.`)
}

function toJson({ id, person, wallet, device, createdAt, lastSeenAt, expiresAt }: ListedSession) {
  return {
    id,
    person: presentAddress(person),
    address: formatAddress(wallet.address),
    device,
    createdAt: new Date(createdAt).toISOString(),
    lastSeenAt: new Date(lastSeenAt).toISOString(),
    expiresAt: new Date(expiresAt).toISOString(),
  }
}

function printSessions(terminal: Terminal, shown: ListedSession[]): void {
  if (shown.length === 0) return terminal.print('Nobody is signed in.')
  const rows = shown.map(({ person, wallet, device, lastSeenAt, createdAt }) => [
    stripControls(personName(presentAddress(person)) ?? '–'),
    person.role,
    formatAddress(wallet.address),
    stripControls(device),
    formatTime(createdAt),
    formatTime(lastSeenAt),
  ])
  printTable(terminal, [['Name', 'Role', 'Wallet', 'Device', 'Signed in', 'Last seen'], ...rows])
}
