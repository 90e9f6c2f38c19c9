import { formatAccount } from '@countersign/contract/family/account.ts'
import { type HeaderValue, type HostHeader, standardHeaders } from '@countersign/contract/host/host-header.ts'
import type { Membership } from '../accounts/group/group-access.ts'
import { formatAddress } from '../platform/crypto/address.ts'
import type { SessionRecord } from '../session/session-record.ts'

type Headers = Record<string, string>
type Identity = Partial<Record<HeaderValue, string>>

const ANSWER: Headers = { 'Cache-Control': 'no-store' }

type Described = { membership: Membership; identity: Identity; headers: Headers }

const cache = new WeakMap<SessionRecord, Described>()

export function personHeaders(
  session: SessionRecord,
  membership: Membership,
  extra: readonly HostHeader[] = [],
): Headers {
  const { headers, identity } = describe(session, membership)
  return extra.length === 0 ? headers : { ...headers, ...write(identity, extra) }
}

/** For public paths. Empty instead of missing: older versions of Caddy forward the name of their placeholder otherwise. */
export function visitorHeaders(extra: readonly HostHeader[]): Headers {
  return { ...write({}, [...standardHeaders, ...extra]), ...ANSWER }
}

/** The ids of people contain no colon. */
export function tokenHeaders({ name }: { name: string }, extra: readonly HostHeader[]): Headers {
  return { ...write({ id: `token:${name}` }, [...standardHeaders, ...extra]), ...ANSWER }
}

function describe(session: SessionRecord, membership: Membership): Described {
  const cached = cache.get(session)
  if (cached?.membership === membership) return cached
  const identity = identityOf(session, membership)
  const described = { membership, identity, headers: { ...write(identity, standardHeaders), ...ANSWER } }
  cache.set(session, described)
  return described
}

function identityOf({ person, wallet }: SessionRecord, { slugs }: Membership): Identity {
  const address = formatAddress(wallet.address)
  return {
    id: person.id,
    // Not the short form: its ellipsis would be percent-encoded.
    name: percentEncode(person.displayName ?? wallet.ens ?? address),
    groups: slugs.join(','),
    wallet: formatAccount({ ...wallet, address }),
  }
}

function write(identity: Identity, names: readonly HostHeader[]): Headers {
  return Object.fromEntries(names.map(({ header, value }) => [header, identity[value] ?? '']))
}

/** Headers are ASCII: other characters and the percent sign are percent-encoded as UTF-8. */
function percentEncode(name: string): string {
  return name.replace(/[^\x20-\x24\x26-\x7e]/gu, (character) =>
    [...Buffer.from(character)].map((byte) => `%${byte.toString(16).toUpperCase().padStart(2, '0')}`).join(''),
  )
}
