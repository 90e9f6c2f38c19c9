import { AppError } from '@countersign/contract/error/errors.ts'
import { SECRETS_PER_APP } from '@countersign/contract/limits/app-limits.ts'
import type { App, AppItem } from '@countersign/contract/routes/admin/app.ts'
import { type AppRecord, findAppByClientId, listApps } from '../../apps/app.ts'
import { changeApp } from '../../apps/change-app.ts'
import { addSecret } from '../../apps/change-secret.ts'
import type { Context } from '../../context.ts'
import { AUDIT_REASON, type Command, CommandError, UsageError } from './command.ts'
import { withContext } from './open.ts'
import { formatTime, printTable, stripControls, type Terminal } from './terminal.ts'

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
  positionals: { least: 0, most: 2 },
  run: (cli, { positionals: [action, clientId], values }) => {
    const { terminal } = cli
    if (action === undefined) return withContext(cli, (context) => printApps(context, terminal, values.json === true))
    const perform = Object.entries(ACTIONS).find(([name]) => name === action)?.[1]
    if (!perform) throw new UsageError(`Unknown action "${action}": use secret, off or on. See: countersign help apps`)
    if (clientId === undefined) throw new UsageError(`Missing client ID. Usage: countersign apps ${action} <client id>`)
    if (values.json)
      throw new UsageError(`--json applies to the list only. Usage: countersign apps ${action} ${clientId}`)
    return withContext(cli, async (context) => perform(context, terminal, await requireApp(context, clientId)))
  },
}

async function printApps(context: Context, terminal: Terminal, json: boolean): Promise<void> {
  const { items } = await listApps(context)
  if (json) return terminal.print(JSON.stringify(items, null, 2))
  if (items.length === 0) return terminal.print('No apps yet. Add one in the admin area under Apps.')
  printTable(terminal, [['Client ID', 'Name', 'Type', 'Status', 'People', 'Last sign-in'], ...items.map(toRow)])
}

function toRow({ clientId, name, kind, status, people, lastSignInAt }: AppItem): string[] {
  const last = lastSignInAt === null ? '–' : formatTime(Date.parse(lastSignInAt))
  return [clientId, stripControls(name), kind, STATES[status], people.toLocaleString('en'), last]
}

const STATES: Record<App['status'], string> = { active: 'enabled', disabled: 'disabled' }

type AppAction = (context: Context, terminal: Terminal, app: AppRecord) => Promise<void>

const ACTIONS: Record<string, AppAction> = { secret: createSecret, off: setStatus('disabled'), on: setStatus('active') }

async function requireApp({ store }: Context, clientId: string): Promise<AppRecord> {
  const app = await findAppByClientId(store, clientId)
  if (app) return app
  throw new CommandError(`No app has the client ID "${stripControls(clientId)}". List apps with: countersign apps`)
}

async function createSecret(context: Context, terminal: Terminal, { id, name, authMethod }: AppRecord): Promise<void> {
  if (authMethod === 'none') throw new CommandError(`${stripControls(name)} is a public client and has no secret.`)
  const { secret } = await addSecret(
    context,
    { because: AUDIT_REASON, transaction: context.store.transaction },
    { appId: id },
  ).catch((error) => {
    if (error instanceof AppError && error.code === 'secret_limit')
      throw new CommandError(
        `${stripControls(name)} already has the maximum of ${SECRETS_PER_APP} secrets. Revoke one in the admin area under Apps.`,
      )
    throw error
  })
  terminal.print(secret)
  terminal.fail(
    terminal.dim(`New secret for ${stripControls(name)}. It is shown only once. Existing secrets stay valid.`),
  )
}

function setStatus(status: App['status']): AppAction {
  return async (context, terminal, app) => {
    const state = `${stripControls(app.name)} is ${STATES[status]}`
    if (app.status === status) return terminal.print(`${state} already.`)
    await changeApp(
      context,
      { because: AUDIT_REASON, transaction: context.store.transaction, version: app.version },
      { id: app.id, change: { status } },
    )
    terminal.print(`${state} now.`)
  }
}
