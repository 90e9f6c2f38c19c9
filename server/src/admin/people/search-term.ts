import type { Namespace } from '@countersign/contract/family/family.ts'
import * as store from '../../accounts/person/list-people.store.ts'

export type Search = 'words' | store.AddressPrefix | store.AddressEnd

/** Shorter text is a name: any three letters are the beginning of many base58 addresses. */
const BASE58_PREFIX_MIN = 4

/** What a term may be, in order: the first search that finds someone counts, and its next pages too. */
export function searchesFor(term: string, { after }: store.Page): Search[] {
  const shortened = parseShortAddress(term)
  if (shortened) return [shortened]
  const end = parseEnd(term)
  if (after?.key.startsWith(store.END_KEY)) return end
  const searches = searchesForStart(term, after)
  // A position in another search: only that one has more.
  return after && after.key !== '' ? searches : [...searches, ...end]
}

/** By the start of an address or name. */
function searchesForStart(term: string, after: store.Page['after']): ('words' | store.AddressPrefix)[] {
  const [, named, address = term] = /^(eip155|solana|bip122):(?:[-_a-zA-Z0-9]{1,32}:)?(.*)$/.exec(term) ?? []
  if (/^0x[0-9a-f]{0,40}$/i.test(address)) return [{ namespace: 'eip155', prefix: address.toLowerCase() }]
  if (/^(?:bc1[a-z0-9]{0,87}|BC1[A-Z0-9]{0,87})$/.test(address))
    return [{ namespace: 'bip122', prefix: address.toLowerCase() }]
  const minimum = named === undefined ? BASE58_PREFIX_MIN : 1
  if (!/^[1-9A-HJ-NP-Za-km-z]{1,44}$/.test(address) || address.length < minimum) return ['words']
  const families: Namespace[] = /^[13]/.test(address) ? ['bip122', 'solana'] : ['solana']
  const addresses = families
    .filter((namespace) => named === undefined || namespace === named)
    .map((namespace) => ({ namespace, prefix: address }))
  if (named !== undefined) return addresses
  // The position of a page is a wallet or a word, unless people are scanned.
  if (after?.id.startsWith('wal_')) return addresses
  if (after && after.key !== '') return ['words']
  return looksLikeAddress(address) ? [...addresses, 'words'] : ['words', ...addresses]
}

/** `0x1234…abcd` as lists show it, or `…abcd`. */
function parseShortAddress(term: string): store.AddressEnd | undefined {
  const [, start = '', end = ''] = /^([0-9a-z]*) ?(?:…|\.{3}) ?([0-9a-z]+)$/i.exec(term) ?? []
  return end.length < store.ADDRESS_END_LENGTH ? undefined : { start, end }
}

function parseEnd(term: string): store.AddressEnd[] {
  const isEnd = term.length >= store.ADDRESS_END_LENGTH && /^[0-9a-z]+$/i.test(term)
  return isEnd ? [{ start: '', end: term }] : []
}

/** Names have no digits, and no capital letters after small ones. */
function looksLikeAddress(text: string): boolean {
  return /\d/.test(text) || /[a-z][A-Z]/.test(text)
}
