/** Whether every app has a secret that it can go on with. */

import { SECRET_SOON_MS } from '@countersign/contract/app-limits.ts'
import type { Finding } from '@countersign/contract/health.ts'
import { findLastingSecrets } from '../app/secret.store.ts'
import type { Context } from '../context.ts'
import { bad, good, note } from './finding.ts'

const FIX = 'Add a new one under Apps, in the app’s setup, and put it into the app.'

export async function checkSecrets(context: Context): Promise<Finding> {
  const now = context.now()
  const apps = await findLastingSecrets(context.store)
  const over = named(apps.filter(({ until }) => until !== null && until <= now))
  if (over !== '') return bad('secrets', `No secret of ${over} works any more: nobody can sign in to it.`, FIX)
  const soon = named(apps.filter(({ until }) => until !== null && until <= now + SECRET_SOON_MS))
  if (soon !== '') return note('secrets', `The last secret of ${soon} runs out within two weeks.`, FIX)
  return good('secrets', apps.length === 0 ? 'No app has a secret.' : 'Every app has one that works.')
}

function named(apps: { name: string }[]): string {
  return apps.map(({ name }) => `“${name}”`).join(', ')
}
