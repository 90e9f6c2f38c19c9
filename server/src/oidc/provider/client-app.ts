import type { PublicKey } from '@countersign/contract/app/app-keys.ts'
import type { Client, KoaContextWithOIDC } from 'oidc-provider'
import type { AppRecord } from '../../apps/app.ts'

export type ClientApp = AppRecord & { keys: PublicKey[] }

export function getRequestApp(ctx: KoaContextWithOIDC): ClientApp {
  return getClientApp(ctx.oidc.client)
}

export function getClientApp(client: Client | undefined): ClientApp {
  const app = (client as { countersign?: ClientApp } | undefined)?.countersign // set by our client adapter
  if (!app) throw new Error('the client was not created by the client adapter')
  return app
}
