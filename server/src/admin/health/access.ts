/** Whether anyone can sign up and use an app or a protected host. */

import type { Finding } from '@countersign/contract/routes/admin/health.ts'
import { findAllApps } from '../../apps/app.ts'
import type { Context } from '../../context.ts'
import { findAllHosts } from '../../forward-auth/hosts/find-host.ts'
import { currentSettings } from '../../settings/change-settings.ts'
import { good, note } from './finding.ts'

const NAMED = 3

export async function checkAccess(context: Context): Promise<Finding> {
  const open = await findOpen(context)
  const { registration } = await currentSettings(context)
  if (registration !== 'open')
    return good('access', registration === 'invite' ? 'People sign up by invitation.' : 'Sign-up is closed.')
  if (open.length === 0)
    return good('access', 'Anyone with a wallet can sign up, but no app or protected host is open to everyone.')
  return note(
    'access',
    `Anyone with a wallet can sign up and use ${listed(open)}.`,
    'Set sign-up to “By invitation” under Settings, or restrict each of them to groups.',
  )
}

/** The names of what everyone who can sign in may use. */
async function findOpen({ store }: Context): Promise<string[]> {
  const apps = (await findAllApps(store)).filter(({ status }) => status === 'active')
  const hosts = (await findAllHosts(store)).filter(({ enabled }) => enabled)
  const open = [...apps.filter(isOpen), ...hosts.filter((host) => isOpen(host) || host.rules.some(isOpen))]
  return open.map(({ name }) => name)
}

function isOpen({ access }: { access: string }): boolean {
  return access === 'everyone'
}

function listed(names: string[]): string {
  const shown = names.slice(0, NAMED)
  const more = names.length - shown.length
  return new Intl.ListFormat('en').format(more > 0 ? [...shown, `${more} more`] : shown)
}
