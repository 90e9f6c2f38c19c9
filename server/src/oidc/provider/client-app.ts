import type { Client, KoaContextWithOIDC } from 'oidc-provider'
import type { AppOfClient } from '../adapters/client-adapter.ts'

export function appOf(ctx: KoaContextWithOIDC): AppOfClient {
  return appOfClient(ctx.oidc.client)
}

export function appOfClient(client: Client | undefined): AppOfClient {
  const app = (client as { countersign?: AppOfClient } | undefined)?.countersign // put there by our own adapter
  if (!app) throw new Error('oidc-provider has a client that is not an app of ours')
  return app
}
