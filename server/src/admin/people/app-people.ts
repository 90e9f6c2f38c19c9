import { AppError } from '@countersign/contract/error/errors.ts'
import type { AppPerson } from '@countersign/contract/routes/admin/app.ts'
import { limitOf, type PageOf, type Paging } from '@countersign/contract/schemas/list.ts'
import { type AdminAction, recordRefusals, reloadActor, requireAuthorityOver } from '../../access/role-authority.ts'
import { findPeopleByIds } from '../../accounts/person/list-people.store.ts'
import { lockPerson } from '../../accounts/person/person.ts'
import { requireApp } from '../../apps/app.ts'
import { endGrant, listGrantsOfApp, visibleScopes } from '../../apps/grants/grant.ts'
import type { Context } from '../../context.ts'
import { actorOf } from '../admin-action.ts'
import { presentPerson } from './list-people.ts'

/** The cursor is the id of the last grant. */
export async function listAppPeople(
  { store }: Context,
  appId: string,
  { limit, cursor }: Paging,
): Promise<PageOf<AppPerson>> {
  if (cursor !== undefined && !/^grt_[0-9A-HJKMNP-TV-Z]{26}$/.test(cursor))
    throw new AppError('invalid_body', { fields: [{ path: '/cursor', code: 'unknown_cursor' }] })
  const app = await requireApp(store, appId)
  const most = limitOf({ limit })
  const found = await listGrantsOfApp(store, appId, { after: cursor, most: most + 1 })
  const shown = found.slice(0, most)
  const people = await findPeopleByIds(
    store,
    shown.map(({ personId }) => personId),
  )
  const items = shown.flatMap(({ id, personId, scopes, grantedAt, lastUsedAt }) => {
    const person = people.get(personId)
    if (!person) return []
    const times = { grantedAt: new Date(grantedAt).toISOString(), lastUsedAt: new Date(lastUsedAt).toISOString() }
    return [{ grantId: id, person: presentPerson(person), scopes: visibleScopes(scopes, app.email), ...times }]
  })
  return { items, nextCursor: found.length > most ? (shown.at(-1)?.id ?? null) : null }
}

export function endPersonGrant(
  context: Context,
  admin: AdminAction,
  { id, grantId }: { id: string; grantId: string },
): Promise<void> {
  return recordRefusals(context, admin, id, () =>
    admin.transaction(async (queries) => {
      const person = await lockPerson(queries, id)
      if (!person) throw new AppError('not_found')
      requireAuthorityOver((await reloadActor(context, queries, admin)).person, person)
      await endGrant(context, queries, { id: grantId, personId: id, by: actorOf(admin) })
    }),
  )
}
