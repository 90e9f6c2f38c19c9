import type { App } from '@countersign/contract/routes/admin/app.ts'
import type { Context } from '../context.ts'
import { keepLogo, readLogo } from '../platform/images/logo.ts'
import { removeAsset } from '../platform/store/asset.ts'
import { updateApp } from './app.store.ts'
import { presentApp } from './app.ts'
import { type Changing, holdApp, tellOfApp } from './change-app.ts'

/** The picture people know an app by; null for none. */
export async function changeAppLogo(
  context: Context,
  by: Changing,
  { id, image }: { id: string; image: string | null },
): Promise<App> {
  const logo = readLogo(image)
  return context.store.transaction(async (queries) => {
    const held = await holdApp(queries, id, by.version)
    if (!logo && held.logoId === null) return presentApp(queries, held)
    const next = { ...held, logoId: await keepLogo(context, queries, logo), version: held.version + 1 }
    await updateApp(queries, next, context.now())
    if (held.logoId !== null) await removeAsset(queries, held.logoId)
    await tellOfApp(context, queries, { kind: 'app.updated', by, app: next, fields: ['logo'] })
    return presentApp(queries, next)
  })
}
