import { parseAccount } from '@countersign/contract/family/account.ts'
import type { AccessRequest } from '@countersign/contract/routes/access-request.ts'
import type { PageOf, Paging } from '@countersign/contract/schemas/list.ts'
import type { RequestRecord } from '../../accounts/access-request/access-request.store.ts'
import * as store from '../../accounts/access-request/access-request.store.ts'
import { SITE } from '../../accounts/access-request/access-request.ts'
import { findGroupNames } from '../../accounts/group/group.ts'
import { findPeopleByIds, type ListedPerson } from '../../accounts/person/list-people.store.ts'
import { findAllApps } from '../../apps/app.ts'
import type { Context } from '../../context.ts'
import { findAllHosts, groupIdsOf } from '../../forward-auth/hosts/find-host.ts'
import { formatAddress } from '../../platform/crypto/address.ts'
import { readPage } from '../../platform/list-page.ts'
import type { Queries } from '../../platform/store/database.ts'
import { contractChainOf } from '../../proof/account.ts'

export async function listRequests(
  context: Context,
  paging: Paging,
): Promise<PageOf<AccessRequest> & { open: number }> {
  const { rows, nextCursor } = await readPage(paging, {
    cursorForm: /^req_[0-9A-Z]{26}$/,
    read: (page) => store.findOpenRequests(context.store, page),
  })
  const related = await readRelated(context.store, rows)
  const items = rows.map((request) => presentRequest(request, related))
  return { items, nextCursor, open: await store.countOpenRequests(context.store) }
}

type RequestObject = { name: string; groupIds: string[] }
type Related = { people: Map<string, ListedPerson>; objects: Map<string, RequestObject>; groups: Map<string, string> }

async function readRelated(queries: Queries, requests: RequestRecord[]): Promise<Related> {
  const people = requests.map(({ subject }) => subject).filter((subject) => subject.startsWith('per_'))
  const apps = await findAllApps(queries)
  const hosts = await findAllHosts(queries)
  return {
    people: await findPeopleByIds(queries, [...new Set(people)]),
    objects: new Map<string, RequestObject>([
      ...apps.map(({ id, name, groupIds }) => [id, { name, groupIds }] as const),
      ...hosts.map((host) => [host.id, { name: host.name, groupIds: groupIdsOf(host) }] as const),
    ]),
    groups: await findGroupNames(queries),
  }
}

function presentRequest(request: RequestRecord, related: Related): AccessRequest {
  const { id, object, message, createdAt } = request
  const found = related.objects.get(object)
  const groups = (found?.groupIds ?? []).flatMap((groupId) => {
    const name = related.groups.get(groupId)
    return name === undefined ? [] : [{ id: groupId, name }]
  })
  return {
    id,
    ...presentRequester(request, related),
    for:
      object === SITE
        ? { kind: SITE, id: null, name: null }
        : { kind: object.startsWith('app_') ? 'app' : 'host', id: object, name: found?.name ?? null },
    groups,
    message,
    createdAt: new Date(createdAt).toISOString(),
  }
}

function presentRequester({ subject }: RequestRecord, { people }: Related) {
  const account = parseAccount(subject)
  if (account)
    return {
      person: null,
      address: formatAddress(account.address),
      chainId: contractChainOf(account),
      ens: null,
    }
  const person = people.get(subject)
  const main = person?.address ?? null
  return {
    person: { id: subject, displayName: person?.displayName ?? null },
    address: main === null ? null : formatAddress(main),
    chainId: null,
    ens: person?.ens ?? null,
  }
}
