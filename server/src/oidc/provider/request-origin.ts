import type { IncomingMessage } from 'node:http'
import type { Place } from '../../audit/record-event.ts'

const places = new WeakMap<IncomingMessage, () => Place>()

/** Remembers where a request came from, for whoever meets it again inside oidc-provider. */
export function rememberPlace(request: IncomingMessage, place: () => Place): void {
  places.set(request, place)
}

export function placeOf(request: IncomingMessage): Place {
  return places.get(request)?.() ?? { ip: '', device: '' }
}
