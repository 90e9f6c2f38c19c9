/** Whether every app has a client secret that stays valid. */

import { SECRET_SOON_MS } from '@countersign/contract/limits/app-limits.ts'
import type { Finding } from '@countersign/contract/routes/admin/health.ts'
import { listSecretExpiries } from '../../apps/secret.ts'
import type { Context } from '../../context.ts'
import { bad, good, note } from './finding.ts'

const FIX = 'Add a new client secret on the app’s Setup page, and enter it in the app.'

export async function checkSecrets(context: Context): Promise<Finding> {
  const now = context.now()
  const apps = await listSecretExpiries(context.store)
  const over = named(apps.filter(({ until }) => until !== null && until <= now))
  if (over !== '') return bad('secrets', `No valid client secret for ${over}: no one can sign in.`, FIX)
  const soon = named(apps.filter(({ until }) => until !== null && until <= now + SECRET_SOON_MS))
  if (soon !== '') return note('secrets', `The last client secret of ${soon} expires within two weeks.`, FIX)
  return good('secrets', apps.length === 0 ? 'No app uses a client secret.' : 'Every app has a valid client secret.')
}

function named(apps: { name: string }[]): string {
  return apps.map(({ name }) => `“${name}”`).join(', ')
}
