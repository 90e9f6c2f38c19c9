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
  summary: 'List the apps, make a secret for one, switch one off or on',
  details: [
    '--json   for programs: the list as objects',
    'secret <client id> makes a new secret and prints it, once: only a hash of it is kept. It is all that goes to ' +
      'standard output, so that it can be piped to where it belongs. The older ones work until they are taken away ' +
      'in the browser, under Apps, and so the app never stands still.',
    'off <client id> lets nobody sign in to the app any more, and its tokens are refused until it is on again.',
  ],
  options: { json: { type: 'boolean' } },
  words: { least: 0, most: 2 },
  run: (world, { words: [act, clientId], values }) => {
    const { terminal } = world
    if (act === undefined) return withContext(world, (context) => list(context, terminal, values.json === true))
    const does = Object.entries(ACTS).find(([name]) => name === act)?.[1]
    if (!does) throw new UsageError(`"${act}" is none of secret, off and on. See: countersign help apps`)
    if (clientId === undefined) throw new UsageError(`Say which app: countersign apps ${act} <client id>`)
    if (values.json) throw new UsageError(`--json is for the list. Leave it out: countersign apps ${act} ${clientId}`)
    return withContext(world, async (context) => does(context, terminal, await findNamed(context, clientId)))
  },
}

async function list(context: Context, terminal: Terminal, json: boolean): Promise<void> {
  const { items } = await listApps(context)
  if (json) return terminal.print(JSON.stringify(items, null, 2))
  if (items.length === 0) return terminal.print('There is no app yet. Add one in the browser, under Apps.')
  const [head = '', ...lines] = columns([
    ['Client id', 'Name', 'Kind', 'State', 'People', 'Last sign-in'],
    ...items.map(toRow),
  ])
  terminal.print(terminal.bold(head))
  for (const line of lines) terminal.print(line)
}

function toRow({ clientId, name, kind, status, people, lastSignInAt }: AppItem): string[] {
  const last = lastSignInAt === null ? '–' : moment(Date.parse(lastSignInAt))
  return [clientId, plain(name), kind, STATES[status], people.toLocaleString('en'), last]
}

const STATES: Record<App['status'], string> = { active: 'on', disabled: 'off' }

type Act = (context: Context, terminal: Terminal, app: AppRecord) => Promise<void>

const ACTS: Record<string, Act> = { secret: makeSecret, off: turnTo('disabled'), on: turnTo('active') }

async function findNamed({ store }: Context, clientId: string): Promise<AppRecord> {
  const app = await findAppByClientId(store, clientId)
  if (app) return app
  throw new Refusal(`No app here has the client id "${plain(clientId)}". List them with: countersign apps`)
}

async function makeSecret(context: Context, terminal: Terminal, { id, name, authMethod }: AppRecord): Promise<void> {
  if (authMethod === 'none')
    throw new Refusal(`${plain(name)} runs on people's own devices and cannot keep a secret. It needs none.`)
  const { secret } = await addSecret(context, { because: BECAUSE }, { appId: id }).catch((error) => {
    if (error instanceof AppError && error.code === 'secret_limit')
      throw new Refusal(
        `${plain(name)} has ${SECRETS_PER_APP} secrets, as many as it can have. Take one away in the browser, under Apps.`,
      )
    throw error
  })
  terminal.print(secret)
  terminal.fail(terminal.dim(`A new secret of ${plain(name)}, shown only now. Those it had still work.`))
}

function turnTo(status: App['status']): Act {
  return async (context, terminal, app) => {
    const now = `${plain(app.name)} is ${STATES[status]}`
    if (app.status === status) return terminal.print(`${now} already.`)
    await changeApp(context, { because: BECAUSE, version: app.version }, { id: app.id, change: { status } })
    terminal.print(`${now} now.`)
  }
}
