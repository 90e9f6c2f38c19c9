import { AppError } from '@countersign/contract/errors.ts'
import type { PersonItem } from '@countersign/contract/routes/admin/people.ts'
import { limitOf, type PageOf, type Paging } from '@countersign/contract/schemas/list.ts'
import { findGroup } from '../../accounts/group/group.ts'
import type { Context } from '../../context.ts'
import { findMemberIds } from './group-members.store.ts'
import { findPeopleByIds } from './list-people.store.ts'
import { presentPerson } from './list-people.ts'

/** The cursor is the id of the last one. */
export async function listMembers(
  { store }: Context,
  groupId: string,
  { limit, cursor }: Paging,
): Promise<PageOf<PersonItem>> {
  if (cursor !== undefined && !/^per_[0-9A-HJKMNP-TV-Z]{26}$/.test(cursor))
    throw new AppError('invalid_body', { fields: [{ path: '/cursor', code: 'unknown_cursor' }] })
  if (!(await findGroup(store, groupId))) throw new AppError('not_found')
  const most = limitOf({ limit })
  const ids = await findMemberIds(store, groupId, { after: cursor, most: most + 1 })
  const shown = ids.slice(0, most)
  const people = await findPeopleByIds(store, shown)
  return {
    items: shown.flatMap((id) => people.get(id) ?? []).map(presentPerson),
    nextCursor: ids.length > most ? (shown.at(-1) ?? null) : null,
  }
}
