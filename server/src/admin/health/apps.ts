/** Who can use apps and protected hosts, and whether client secrets and signing keys are valid. */

import { SECRET_SOON_MS } from '@countersign/contract/limits/app-limits.ts'
import { findAllApps } from '../../apps/app.ts'
import { listSecretExpiries } from '../../apps/secret.ts'
import type { Context } from '../../context.ts'
import { findAllHosts } from '../../forward-auth/hosts/find-host.ts'
import { findPublishedKeys } from '../../oidc/keys/keys.ts'
import { currentSettings } from '../settings/change-settings.ts'
import { bad, good, type Judgment, note, spanWords } from './finding.ts'

const NAMES_SHOWN = 3

export async function checkAccess(context: Context): Promise<Judgment> {
  const open = await findOpenNames(context)
  const { registration } = await currentSettings(context)
  if (registration !== 'open') return good(SIGN_UP[registration])
  if (open.length === 0)
    return good('Anyone with a wallet can sign up, but no app or protected host is open to everyone.')
  return note(
    `Anyone with a wallet can sign up and use ${formatList(open)}.`,
    'Set sign-up to “By invitation” under Settings, or restrict each of them to groups.',
  )
}

const SIGN_UP = {
  invite: 'People sign up by invitation.',
  groups: 'People who meet the rule of a group can sign up.',
  closed: 'Sign-up is closed.',
}

/** Apps and hosts that everyone who can sign in may use. */
async function findOpenNames({ store }: Context): Promise<string[]> {
  const apps = (await findAllApps(store)).filter(({ status }) => status === 'active')
  const hosts = (await findAllHosts(store)).filter(({ enabled }) => enabled)
  const open = [...apps.filter(isOpen), ...hosts.filter((host) => isOpen(host) || host.rules.some(isOpen))]
  return open.map(({ name }) => name)
}

function isOpen({ access }: { access: string }): boolean {
  return access === 'everyone'
}

function formatList(names: string[]): string {
  const shown = names.slice(0, NAMES_SHOWN)
  const more = names.length - shown.length
  return new Intl.ListFormat('en').format(more > 0 ? [...shown, `${more} more`] : shown)
}

const SECRET_FIX = 'Add a new client secret on the app’s Setup page, and enter it in the app.'

export async function checkSecrets(context: Context): Promise<Judgment> {
  const now = context.now()
  const apps = await listSecretExpiries(context.store)
  const expired = quoteNames(apps.filter(({ until }) => until !== null && until <= now))
  if (expired !== '') return bad(`No valid client secret for ${expired}: no one can sign in.`, SECRET_FIX)
  const soon = quoteNames(apps.filter(({ until }) => until !== null && until <= now + SECRET_SOON_MS))
  if (soon !== '') return note(`The last client secret of ${soon} expires within two weeks.`, SECRET_FIX)
  return good(apps.length === 0 ? 'No app uses a client secret.' : 'Every app has a valid client secret.')
}

function quoteNames(apps: { name: string }[]): string {
  return apps.map(({ name }) => `“${name}”`).join(', ')
}

export async function checkKeys(context: Context): Promise<Judgment> {
  const now = context.now()
  const published = await findPublishedKeys(context)
  const unreadable = published.filter((key) => !key.canDecrypt)
  if (unreadable.length > 0)
    return bad(
      `${unreadable.length === 1 ? 'One signing key' : `${unreadable.length} signing keys`} can’t be decrypted because SECRET_KEY has changed. New keys are used, and apps reject tokens signed with the old ones.`,
      'Restore the previous SECRET_KEY. If it is lost, rotate each key under Signing keys and revoke the old one.',
    )
  const signing = published.filter(({ activeFrom, retireAt }) => activeFrom <= now && now < retireAt)
  if (signing.length === 0) return good('No active signing keys yet. They are created when the first app needs them.')
  const next = Math.min(...signing.map(({ retireAt }) => retireAt))
  return good(`Tokens are signed with ${algorithmsOf(signing)}. The next rotation is in ${spanWords(next - now)}.`)
}

function algorithmsOf(keys: { alg: string }[]): string {
  return [...new Set(keys.map(({ alg }) => alg))].sort().join(' and ')
}
