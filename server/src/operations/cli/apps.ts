import { AppError } from '@countersign/contract/errors.ts'
import { SECRETS_PER_APP } from '@countersign/contract/limits/app-limits.ts'
import type { App, AppItem } from '@countersign/contract/routes/admin/app.ts'
import { type AppRecord, findAppByClientId, listApps } from '../../apps/app.ts'
import { changeApp } from '../../apps/change-app.ts'
import { addSecret } from '../../apps/change-secret.ts'
import type { Context } from '../../context.ts'
import { BECAUSE, type Command, Refusal, UsageError } from './command.ts'
import { withContext } from './open.ts'
import { columns, moment, plain, type Terminal } from './terminal.ts'

export const apps: Command = {
  name: 'apps',
  synopsis: '[(secret | off | on) <client id>]',
  summary: 'List apps, create a client secret, disable or enable an app',
  details: [
    '--json   print the list as JSON',
    'secret <client id> creates a client secret and prints it once; only its hash is stored. Nothing else is written ' +
      'to standard output, so it can be piped. Existing secrets stay valid until they are revoked in the admin area ' +
      'under Apps, so the secret can be rotated without downtime.',
    'off <client id> disables the app: nobody can sign in to it, and its tokens are rejected until it is enabled again.',
  ],
  options: { json: { type: 'boolean' } },
  words: { least: 0, most: 2 },
  run: (world, { words: [act, clientId], values }) => {
    const { terminal } = world
    if (act === undefined) return withContext(world, (context) => list(context, terminal, values.json === true))
    const does = Object.entries(ACTS).find(([name]) => name === act)?.[1]
    if (!does) throw new UsageError(`Unknown action "${act}": use secret, off or on. See: countersign help apps`)
    if (clientId === undefined) throw new UsageError(`Missing client ID. Usage: countersign apps ${act} <client id>`)
    if (values.json) throw new UsageError(`--json applies to the list only. Usage: countersign apps ${act} ${clientId}`)
    return withContext(world, async (context) => does(context, terminal, await findNamed(context, clientId)))
  },
}

async function list(context: Context, terminal: Terminal, json: boolean): Promise<void> {
  const { items } = await listApps(context)
  if (json) return terminal.print(JSON.stringify(items, null, 2))
  if (items.length === 0) return terminal.print('No apps yet. Add one in the admin area under Apps.')
  const [head = '', ...lines] = columns([
    ['Client ID', 'Name', 'Type', 'Status', 'People', 'Last sign-in'],
    ...items.map(toRow),
  ])
  terminal.print(terminal.bold(head))
  for (const line of lines) terminal.print(line)
}

function toRow({ clientId, name, kind, status, people, lastSignInAt }: AppItem): string[] {
  const last = lastSignInAt === null ? '–' : moment(Date.parse(lastSignInAt))
  return [clientId, plain(name), kind, STATES[status], people.toLocaleString('en'), last]
}

const STATES: Record<App['status'], string> = { active: 'enabled', disabled: 'disabled' }

type Act = (context: Context, terminal: Terminal, app: AppRecord) => Promise<void>

const ACTS: Record<string, Act> = { secret: makeSecret, off: turnTo('disabled'), on: turnTo('active') }

async function findNamed({ store }: Context, clientId: string): Promise<AppRecord> {
  const app = await findAppByClientId(store, clientId)
  if (app) return app
  throw new Refusal(`No app has the client ID "${plain(clientId)}". List apps with: countersign apps`)
}

async function makeSecret(context: Context, terminal: Terminal, { id, name, authMethod }: AppRecord): Promise<void> {
  if (authMethod === 'none') throw new Refusal(`${plain(name)} is a public client and has no secret.`)
  const { secret } = await addSecret(context, { because: BECAUSE }, { appId: id }).catch((error) => {
    if (error instanceof AppError && error.code === 'secret_limit')
      throw new Refusal(
        `${plain(name)} already has the maximum of ${SECRETS_PER_APP} secrets. Revoke one in the admin area under Apps.`,
      )
    throw error
  })
  terminal.print(secret)
  terminal.fail(terminal.dim(`New secret for ${plain(name)}. It is shown only once. Existing secrets stay valid.`))
}

function turnTo(status: App['status']): Act {
  return async (context, terminal, app) => {
    const now = `${plain(app.name)} is ${STATES[status]}`
    if (app.status === status) return terminal.print(`${now} already.`)
    await changeApp(context, { because: BECAUSE, version: app.version }, { id: app.id, change: { status } })
    terminal.print(`${now} now.`)
  }
}
