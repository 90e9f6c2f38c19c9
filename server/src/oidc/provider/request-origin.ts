import type { IncomingMessage } from 'node:http'
import type { Place } from '../../audit/record-event.ts'

const places = new WeakMap<IncomingMessage, () => Place>()

/** Keeps the origin of a request for the events of oidc-provider. */
export function rememberPlace(request: IncomingMessage, place: () => Place): void {
  places.set(request, place)
}

export function placeOf(request: IncomingMessage): Place {
  return places.get(request)?.() ?? { ip: '', device: '' }
}
