/** Whether tokens are signed by keys that can be opened. */

import type { Finding } from '@countersign/contract/routes/admin/health.ts'
import type { Context } from '../../context.ts'
import { findPublishedKeys } from '../../oidc/keys/keys.ts'
import { bad, good, spanWords } from './finding.ts'

export async function checkKeys(context: Context): Promise<Finding> {
  const now = context.now()
  const kept = await findPublishedKeys(context)
  const lost = kept.filter((key) => !key.canDecrypt)
  if (lost.length > 0)
    return bad(
      'keys',
      `${lost.length === 1 ? 'One signing key' : `${lost.length} signing keys`} can’t be decrypted because SECRET_KEY has changed. New keys are used, and apps reject tokens signed with the old ones.`,
      'Restore the previous SECRET_KEY. If it is lost, rotate each key under Signing keys and revoke the old one.',
    )
  const signing = kept.filter(({ activeFrom, retireAt }) => activeFrom <= now && now < retireAt)
  if (signing.length === 0)
    return good('keys', 'No active signing keys yet. They are created when the first app needs them.')
  const next = Math.min(...signing.map(({ retireAt }) => retireAt))
  return good('keys', `Tokens are signed with ${kinds(signing)}. The next rotation is in ${spanWords(next - now)}.`)
}

function kinds(keys: { alg: string }[]): string {
  return [...new Set(keys.map(({ alg }) => alg))].sort().join(' and ')
}
