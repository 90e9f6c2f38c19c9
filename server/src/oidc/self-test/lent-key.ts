/**
 * Of an app's keys we have only the public halves, so a test that speaks for the app gets one of its own, as it does
 * with secrets: known to this process alone, kept nowhere, and good for as long as the one call takes.
 */

import { generateKeyPairSync, type KeyObject, randomUUID, sign } from 'node:crypto'
import type { PublicKey } from '@countersign/contract/app-keys.ts'
import { PROOF_TTL_SECONDS } from '@countersign/contract/limits/app-limits.ts'
import type { AppRecord } from '../../apps/app.store.ts'
import type { Context } from '../../context.ts'

type Lent = { appId: string; key: PublicKey }

const lent = new WeakMap<Context, Set<Lent>>()

/** `prove` makes what the app would send, each time anew. */
export async function withLentKey<T>(
  context: Context,
  { id: appId, clientId }: Pick<AppRecord, 'id' | 'clientId'>,
  work: (prove: () => string) => Promise<T>,
): Promise<T> {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const kid = `lent-${randomUUID()}`
  const one: Lent = { appId, key: { ...(publicKey.export({ format: 'jwk' }) as PublicKey), kid } } // as it was made
  const all = lent.get(context) ?? new Set()
  lent.set(context, all.add(one))
  try {
    return await work(() => signProof(privateKey, { kid, clientId, issuer: `${context.config.origin}/oidc` }))
  } finally {
    all.delete(one)
  }
}

export function lentKeys(context: Context, appId: string): PublicKey[] {
  return [...(lent.get(context) ?? [])].filter((one) => one.appId === appId).map(({ key }) => key)
}

type About = { kid: string; clientId: string; issuer: string }

function signProof(key: KeyObject, { kid, clientId, issuer }: About): string {
  const now = Math.floor(Date.now() / 1000)
  const claims = {
    iss: clientId,
    sub: clientId,
    aud: issuer,
    jti: randomUUID(),
    iat: now,
    exp: now + PROOF_TTL_SECONDS,
  }
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
  const content = `${part({ alg: 'ES256', kid })}.${part(claims)}`
  const signature = sign('sha256', Buffer.from(content), { key, dsaEncoding: 'ieee-p1363' })
  return `${content}.${signature.toString('base64url')}`
}
