/** Who is there, as headers for the site behind the proxy. */

import { type HeaderValue, type HostHeader, standardHeaders } from '@countersign/contract/host-header.ts'
import type { Membership } from '../accounts/group/membership.ts'
import { checksumAddress } from '../platform/crypto/ethereum-address.ts'
import type { SessionRecord } from '../session/session-record.ts'

type Headers = Record<string, string>
/** What is known; the headers for the rest are empty. */
type Identity = Partial<Record<HeaderValue, string>>

const ANSWER: Headers = { 'Cache-Control': 'no-store', 'Content-Length': '0' }

type Known = { membership: Membership; identity: Identity; headers: Headers }

/** Made once for each record: records are remembered, and so are the headers for them. */
const made = new WeakMap<SessionRecord, Known>()

export function identityHeaders(
  session: SessionRecord,
  membership: Membership,
  extra: readonly HostHeader[] = [],
): Headers {
  const { headers, identity } = describe(session, membership)
  return extra.length === 0 ? headers : { ...headers, ...write(identity, extra) }
}

/** For what is public. Empty and not left out: older versions of Caddy pass on the name of their placeholder instead. */
export function visitorHeaders(extra: readonly HostHeader[]): Headers {
  return { ...write({}, [...standardHeaders, ...extra]), ...ANSWER }
}

/** No person has an id with a colon, and a token has no name, groups or wallet of a person. */
export function tokenHeaders({ name }: { name: string }, extra: readonly HostHeader[]): Headers {
  return { ...write({ id: `token:${name}` }, [...standardHeaders, ...extra]), ...ANSWER }
}

function describe(session: SessionRecord, membership: Membership): Known {
  const known = made.get(session)
  if (known?.membership === membership) return known
  const identity = identityOf(session, membership)
  const describing = { membership, identity, headers: { ...write(identity, standardHeaders), ...ANSWER } }
  made.set(session, describing)
  return describing
}

function identityOf({ person, wallet }: SessionRecord, { slugs }: Membership): Identity {
  const address = checksumAddress(wallet.address)
  return {
    id: person.id,
    name: asciiOf(person.displayName ?? wallet.ens ?? address),
    groups: slugs.join(','),
    wallet: `eip155:${wallet.chainRef}:${address}`,
  }
}

function write(identity: Identity, names: readonly HostHeader[]): Headers {
  return Object.fromEntries(names.map(({ header, value }) => [header, identity[value] ?? '']))
}

/** Headers are ASCII: the rest is written as its UTF-8 bytes, `%C3%A9`, and so is the percent sign itself. */
function asciiOf(name: string): string {
  return name.replace(/[^\x20-\x24\x26-\x7e]/gu, (character) =>
    [...Buffer.from(character)].map((byte) => `%${byte.toString(16).toUpperCase().padStart(2, '0')}`).join(''),
  )
}
