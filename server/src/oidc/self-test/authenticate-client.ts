/** Adds client authentication to a request, as the app itself would. */

import { randomUUID } from 'node:crypto'
import { PROOF_TTL_SECONDS } from '@countersign/contract/limits/app-limits.ts'
import type { AppRecord } from '../../apps/app.ts'
import type { TestCredential } from '../../apps/test-credential.ts'

type Form = Record<string, string>
type Authenticated = { form: Form; authorization?: string }

const JWT_BEARER = 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer'

export async function authenticateClient(
  form: Form,
  { app, credential, issuer }: { app: AppRecord; credential: TestCredential; issuer: string },
): Promise<Authenticated> {
  const { clientId, authMethod } = app
  const identified = { ...form, client_id: clientId }
  if (credential.type === 'none') return { form: identified }
  if (credential.type === 'key') {
    const assertion = await signAssertion(credential, clientId, issuer)
    return { form: { ...identified, client_assertion_type: JWT_BEARER, client_assertion: assertion } }
  }
  if (authMethod === 'client_secret_post') return { form: { ...identified, client_secret: credential.secret } }
  return { form, authorization: `Basic ${Buffer.from(`${clientId}:${credential.secret}`).toString('base64')}` }
}

type KeyCredential = Extract<TestCredential, { type: 'key' }>

async function signAssertion({ id, privateKey }: KeyCredential, clientId: string, issuer: string): Promise<string> {
  const { SignJWT } = await import('jose')
  return new SignJWT()
    .setProtectedHeader({ alg: 'ES256', kid: id })
    .setIssuer(clientId)
    .setSubject(clientId)
    .setAudience(issuer)
    .setJti(randomUUID())
    .setIssuedAt()
    .setExpirationTime(`${PROOF_TTL_SECONDS}s`)
    .sign(privateKey)
}
