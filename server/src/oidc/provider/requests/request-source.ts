import type { IncomingMessage } from 'node:http'
import type { RequestSource } from '../../../audit/record-event.ts'

const sources = new WeakMap<IncomingMessage, () => RequestSource>()

export function rememberSource(request: IncomingMessage, source: () => RequestSource): void {
  sources.set(request, source)
}

export function sourceOf(request: IncomingMessage): RequestSource {
  return sources.get(request)?.() ?? { ip: '', device: '' }
}
