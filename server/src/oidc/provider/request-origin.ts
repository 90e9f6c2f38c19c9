import type { IncomingMessage } from 'node:http'
import type { RequestSource } from '../../audit/record-event.ts'

const places = new WeakMap<IncomingMessage, () => RequestSource>()

/** Keeps the origin of a request for the events of oidc-provider. */
export function rememberPlace(request: IncomingMessage, source: () => RequestSource): void {
  places.set(request, source)
}

export function placeOf(request: IncomingMessage): RequestSource {
  return places.get(request)?.() ?? { ip: '', device: '' }
}
