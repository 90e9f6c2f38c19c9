/** Who somebody is, as headers for the site behind the proxy. */

import type { Membership } from '../group/member.store.ts'
import { checksumAddress } from '../proof/address.ts'
import type { SessionRecord } from '../session/session.store.ts'

type Headers = Record<string, string>

/** Made once for each record: records are remembered, and so is what is said of them. */
const made = new WeakMap<SessionRecord, { membership: Membership; headers: Headers }>()

export function identityHeaders(session: SessionRecord, membership: Membership): Headers {
  const known = made.get(session)
  if (known?.membership === membership) return known.headers
  const headers = describe(session, membership)
  made.set(session, { membership, headers })
  return headers
}

function describe({ person, wallet }: SessionRecord, { slugs }: Membership): Headers {
  const address = checksumAddress(wallet.address)
  return {
    'Remote-User': person.id,
    'Remote-Name': asciiOf(person.displayName ?? wallet.ens ?? address),
    'Remote-Groups': slugs.join(','),
    'X-Countersign-Subject': person.id,
    'X-Countersign-Wallet': `eip155:${wallet.chainRef}:${address}`,
    'Cache-Control': 'no-store',
    'Content-Length': '0',
  }
}

/** Headers are ASCII: the rest is written as its UTF-8 bytes, `%C3%A9`, and so is the percent sign itself. */
function asciiOf(name: string): string {
  return name.replace(/[^\x20-\x24\x26-\x7e]/gu, (character) =>
    [...Buffer.from(character)].map((byte) => `%${byte.toString(16).toUpperCase().padStart(2, '0')}`).join(''),
  )
}
