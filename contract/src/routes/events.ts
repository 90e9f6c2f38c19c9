import { defineRoute } from '../route.ts'
import type * as schemas from '../schemas/events.ts'

export type { ServerEvent } from '../schemas/events.ts'

/** Server-sent events of type `ServerEvent`, with JSON `data:`. */
export const listenToEvents = defineRoute<typeof schemas.listenToEvents>()({
  method: 'GET',
  path: '/api/events',
  media: 'text/event-stream',
})
