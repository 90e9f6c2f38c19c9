/** Whether tokens are signed by keys that can be opened. */

import type { Finding } from '@countersign/contract/health.ts'
import type { Context } from '../context.ts'
import { findKeys } from '../oidc/key.store.ts'
import { canOpen } from '../oidc/keys.ts'
import { bad, good, spanWords } from './finding.ts'

export async function checkKeys(context: Context): Promise<Finding> {
  const now = context.now()
  const kept = (await findKeys(context.store)).filter(({ removeAt }) => removeAt > now)
  const lost = kept.filter((key) => !canOpen(context, key))
  if (lost.length > 0)
    return bad(
      'keys',
      `${lost.length === 1 ? 'One signing key' : `${lost.length} signing keys`} cannot be decrypted: SECRET_KEY is another one than when they were made. New keys sign, and apps refuse what the old ones signed.`,
      'Set the SECRET_KEY of then. If it is lost for good, change the key of each kind under Keys and say that the old one is not trusted any more.',
    )
  const signing = kept.filter(({ activeFrom, retireAt }) => activeFrom <= now && now < retireAt)
  if (signing.length === 0) return good('keys', 'No key signs yet: they are made when the first app asks.')
  const next = Math.min(...signing.map(({ retireAt }) => retireAt))
  return good('keys', `Tokens are signed with ${kinds(signing)}. The next change is in ${spanWords(next - now)}.`)
}

function kinds(keys: { alg: string }[]): string {
  return [...new Set(keys.map(({ alg }) => alg))].sort().join(' and ')
}
