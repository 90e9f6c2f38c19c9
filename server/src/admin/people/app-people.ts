import { AppError } from '@countersign/contract/error/errors.ts'
import type { AppPerson } from '@countersign/contract/routes/admin/app.ts'
import type { PageOf, Paging } from '@countersign/contract/schemas/list.ts'
import { changeTarget, reloadActor, requireAuthorityOver } from '../../access/role-authority.ts'
import { findPeopleByIds } from '../../accounts/person/list-people.store.ts'
import { lockPerson } from '../../accounts/person/person.ts'
import { presentPerson } from '../../accounts/person/present-person.ts'
import { requireApp } from '../../apps/app.ts'
import { endGrant, listGrantsOfApp, visibleScopes } from '../../apps/grants/grant.ts'
import type { Acting } from '../../call.ts'
import type { Context } from '../../context.ts'
import { readPage } from '../../platform/list-page.ts'

/** The cursor is the id of the last grant. */
export async function listAppPeople({ store }: Context, appId: string, paging: Paging): Promise<PageOf<AppPerson>> {
  const { rows, nextCursor } = await readPage(paging, {
    cursorForm: /^grt_[0-9A-HJKMNP-TV-Z]{26}$/,
    async read(page) {
      const { email } = await requireApp(store, appId)
      return (await listGrantsOfApp(store, appId, page)).map((grant) => ({ ...grant, email }))
    },
  })
  const people = await findPeopleByIds(
    store,
    rows.map(({ personId }) => personId),
  )
  const items = rows.flatMap(({ id, personId, scopes, grantedAt, lastUsedAt, email }) => {
    const person = people.get(personId)
    if (!person) return []
    const times = { grantedAt: new Date(grantedAt).toISOString(), lastUsedAt: new Date(lastUsedAt).toISOString() }
    return [{ grantId: id, person: presentPerson(person), scopes: visibleScopes(scopes, email), ...times }]
  })
  return { items, nextCursor }
}

export function endPersonGrant(
  context: Context,
  admin: Acting,
  { id, grantId }: { id: string; grantId: string },
): Promise<void> {
  return changeTarget(context, admin, id, async (queries) => {
    const person = await lockPerson(queries, id)
    if (!person) throw new AppError('not_found')
    requireAuthorityOver((await reloadActor(context, queries, admin)).person, person)
    await endGrant(context, queries, { id: grantId, personId: id, by: admin })
  })
}
