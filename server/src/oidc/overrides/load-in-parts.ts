/** Deep paths of oidc-provider, which has no lighter entry point. At once, it blocks the event loop for 0.2 s. */

import { setImmediate } from 'node:timers/promises'

/** Each loads what the next ones import. */
const PARTS = [
  'jose',
  'node:http',
  'oidc-provider/lib/models/index.js',
  'oidc-provider/lib/actions/authorization/index.js',
  'oidc-provider/lib/helpers/initialize_app.js',
  'oidc-provider',
]

/** Requests are answered between them. */
export async function loadInParts(): Promise<typeof import('../provider/create-provider.ts')> {
  for (const part of PARTS) {
    await import(part)
    await setImmediate()
  }
  return import('../provider/create-provider.ts')
}
