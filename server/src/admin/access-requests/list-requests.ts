/** What admins see: who asks for what, with which words. */

import { AppError } from '@countersign/contract/errors.ts'
import type { AccessRequest } from '@countersign/contract/routes/access-request.ts'
import { limitOf, type Paging } from '@countersign/contract/schemas/list.ts'
import { SITE } from '../../accounts/access-request/access-request.ts'
import { findGroupNames } from '../../accounts/group/group.ts'
import { findAllApps } from '../../apps/app.ts'
import type { Context } from '../../context.ts'
import { findAllHosts, groupIdsOf } from '../../forward-auth/hosts/find-host.ts'
import { checksumAddress } from '../../platform/crypto/ethereum-address.ts'
import type { Queries } from '../../platform/store/database.ts'
import { KEY_CHAIN } from '../../proof/account.ts'
import { findPeopleByIds, type ListedPerson } from '../people/list-people.store.ts'
import { countOpenRequests, findOpenRequests, type RequestRecord } from './request.store.ts'

type Listed = { items: AccessRequest[]; nextCursor: string | null; open: number }

export async function listRequests({ store }: Context, paging: Paging): Promise<Listed> {
  const limit = limitOf(paging)
  const { cursor } = paging
  if (cursor !== undefined && !/^req_[0-9A-Z]{26}$/.test(cursor))
    throw new AppError('invalid_body', { fields: [{ path: '/cursor', code: 'unknown_cursor' }] })
  const found = await findOpenRequests(store, { after: cursor, most: limit + 1 })
  const shown = found.slice(0, limit)
  const around = await readAround(store, shown)
  return {
    items: shown.map((request) => present(request, around)),
    nextCursor: found.length > limit ? (shown.at(-1)?.id ?? null) : null,
    open: await countOpenRequests(store),
  }
}

type Object = { kind: 'app' | 'host'; name: string; groupIds: string[] }
type Around = { people: Map<string, ListedPerson>; objects: Map<string, Object>; groups: Map<string, string> }

async function readAround(queries: Queries, requests: RequestRecord[]): Promise<Around> {
  if (requests.length === 0) return { people: new Map(), objects: new Map(), groups: new Map() }
  const people = requests.map(({ subject }) => subject).filter((subject) => subject.startsWith('per_'))
  const apps = await findAllApps(queries)
  const hosts = await findAllHosts(queries)
  return {
    people: await findPeopleByIds(queries, [...new Set(people)]),
    objects: new Map<string, Object>([
      ...apps.map(({ id, name, groupIds }) => [id, { kind: 'app', name, groupIds }] as const),
      ...hosts.map((host) => [host.id, { kind: 'host', name: host.name, groupIds: groupIdsOf(host) }] as const),
    ]),
    groups: await findGroupNames(queries),
  }
}

function present(request: RequestRecord, around: Around): AccessRequest {
  const { id, object, message, createdAt } = request
  const found = around.objects.get(object)
  const groups = (found?.groupIds ?? []).flatMap((groupId) => {
    const name = around.groups.get(groupId)
    return name === undefined ? [] : [{ id: groupId, name }]
  })
  return {
    id,
    ...who(request, around),
    for: object === SITE ? { kind: SITE, id: null, name: null } : { ...kindOf(object), name: found?.name ?? null },
    groups,
    message,
    createdAt: new Date(createdAt).toISOString(),
  }
}

function kindOf(id: string): { kind: 'app' | 'host'; id: string } {
  return { kind: id.startsWith('app_') ? 'app' : 'host', id }
}

function who({ subject }: RequestRecord, { people }: Around) {
  const [, chainRef = '', address = ''] = subject.split(':')
  if (address !== '') {
    const chainId = chainRef === KEY_CHAIN ? null : Number(chainRef)
    return { person: null, address: checksumAddress(address), chainId, ens: null }
  }
  const person = people.get(subject)
  const main = person?.address ?? null
  return {
    person: { id: subject, displayName: person?.displayName ?? null },
    address: main === null ? null : checksumAddress(main),
    chainId: null,
    ens: person?.ens ?? null,
  }
}
