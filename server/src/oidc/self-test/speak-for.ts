/** A test says who it is as the app would, with something lent in place of what only the app has. */

import type { AppRecord } from '../../apps/app.store.ts'
import type { Context } from '../../context.ts'
import { withLentKey } from './lent-key.ts'
import { withLentSecret } from './lent-secret.ts'

type Form = Record<string, string>
/** What is asked, with the proof of who asks. */
export type AsApp = (form: Form) => { form: Form; authorization?: string }

export function speakFor<T>(context: Context, app: AppRecord, work: (asApp: AsApp) => Promise<T>): Promise<T> {
  const { id, authMethod, clientId } = app
  const named = { client_id: clientId }
  if (authMethod === 'none') return work((form) => ({ form: { ...form, ...named } }))
  if (authMethod === 'private_key_jwt')
    return withLentKey(context, app, (prove) =>
      work((form) => ({
        form: { ...form, ...named, client_assertion_type: JWT_BEARER, client_assertion: prove() },
      })),
    )
  return withLentSecret(context, id, (secret) =>
    work((form) =>
      authMethod === 'client_secret_post'
        ? { form: { ...form, ...named, client_secret: secret } }
        : { form, authorization: `Basic ${Buffer.from(`${clientId}:${secret}`).toString('base64')}` },
    ),
  )
}

const JWT_BEARER = 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer'
