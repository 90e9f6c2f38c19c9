/** All routes with their schemas. */

import * as z from 'zod/mini'
import type { Route, RouteSchemas, SchemasOf } from '../route.ts'
import * as accessRequest from '../routes/access-request.ts'
import * as activity from '../routes/activity.ts'
import * as app from '../routes/admin/app.ts'
import * as checklist from '../routes/admin/checklist.ts'
import * as group from '../routes/admin/group.ts'
import * as health from '../routes/admin/health.ts'
import * as host from '../routes/admin/host.ts'
import * as invite from '../routes/admin/invite.ts'
import * as key from '../routes/admin/key.ts'
import * as network from '../routes/admin/network.ts'
import * as people from '../routes/admin/people.ts'
import * as rule from '../routes/admin/rule.ts'
import * as settings from '../routes/admin/settings.ts'
import * as stats from '../routes/admin/stats.ts'
import * as challenge from '../routes/challenge.ts'
import * as clientError from '../routes/client-error.ts'
import * as grant from '../routes/grant.ts'
import * as interaction from '../routes/interaction.ts'
import * as launcher from '../routes/launcher.ts'
import * as notice from '../routes/notice.ts'
import * as person from '../routes/person.ts'
import * as phone from '../routes/phone.ts'
import * as publicRoutes from '../routes/public.ts'
import * as recovery from '../routes/recovery.ts'
import * as session from '../routes/session.ts'
import * as setup from '../routes/setup.ts'
import * as vault from '../routes/vault.ts'
import * as wallet from '../routes/wallet.ts'
import * as accessRequestSchemas from './access-request.ts'
import * as activitySchemas from './activity.ts'
import * as appSchemas from './admin/app.ts'
import * as checklistSchemas from './admin/checklist.ts'
import * as groupSchemas from './admin/group.ts'
import * as healthSchemas from './admin/health.ts'
import * as hostSchemas from './admin/host.ts'
import * as inviteSchemas from './admin/invite.ts'
import * as keySchemas from './admin/key.ts'
import * as networkSchemas from './admin/network.ts'
import * as peopleSchemas from './admin/people.ts'
import * as ruleSchemas from './admin/rule.ts'
import * as settingsSchemas from './admin/settings.ts'
import * as statsSchemas from './admin/stats.ts'
import * as challengeSchemas from './challenge.ts'
import * as clientErrorSchemas from './client-error.ts'
import * as grantSchemas from './grant.ts'
import * as interactionSchemas from './interaction.ts'
import * as launcherSchemas from './launcher.ts'
import * as noticeSchemas from './notice.ts'
import * as personSchemas from './person.ts'
import * as phoneSchemas from './phone.ts'
import * as publicSchemas from './public.ts'
import * as recoverySchemas from './recovery.ts'
import * as sessionSchemas from './session.ts'
import * as setupSchemas from './setup.ts'
import * as vaultSchemas from './vault.ts'
import * as walletSchemas from './wallet.ts'

const schemasByRoute = new Map<Route, RouteSchemas>()

register(accessRequest, accessRequestSchemas)
register(activity, activitySchemas)
register(app, appSchemas)
register(checklist, checklistSchemas)
register(group, groupSchemas)
register(health, healthSchemas)
register(host, hostSchemas)
register(invite, inviteSchemas)
register(key, keySchemas)
register(network, networkSchemas)
register(people, peopleSchemas)
register(rule, ruleSchemas)
register(settings, settingsSchemas)
register(stats, statsSchemas)
register(challenge, challengeSchemas)
register(clientError, clientErrorSchemas)
register(grant, grantSchemas)
register(interaction, interactionSchemas)
register(launcher, launcherSchemas)
register(notice, noticeSchemas)
register(person, personSchemas)
register(phone, phoneSchemas)
register(publicRoutes, publicSchemas)
register(recovery, recoverySchemas)
register(session, sessionSchemas)
register(setup, setupSchemas)
register(vault, vaultSchemas)
register(wallet, walletSchemas)

export const routes: readonly Route[] = [...schemasByRoute.keys()].sort((a, b) =>
  a.path < b.path ? -1 : Number(a.path > b.path),
)

export function schemasOf(route: Route): RouteSchemas {
  const schemas = schemasByRoute.get(route)
  if (!schemas) throw new Error(`${route.method} ${route.path} is not registered`)
  return schemas
}

/** The body of a route without a `body` schema. */
export const noBodySchema = z.undefined()

type HasSchemas<R> = R extends Route ? (keyof SchemasOf<R> extends never ? false : true) : false

/** Of the routes that have any. */
type SchemasFor<Routes> = {
  [Name in keyof Routes as HasSchemas<Routes[Name]> extends true ? Name : never]: SchemasOf<Routes[Name]>
}

/** Pairs by name: a route without schemas of its type does not compile. */
function register<Routes extends object>(routes: Routes, schemas: SchemasFor<Routes>): void {
  const byName: Record<string, RouteSchemas | undefined> = schemas
  for (const [name, route] of Object.entries(routes)) if (isRoute(route)) schemasByRoute.set(route, byName[name] ?? {})
}

function isRoute(value: unknown): value is Route {
  return typeof value === 'object' && value !== null && 'method' in value && 'path' in value
}
