import { defineRoute } from '../route.ts'
import type * as schemas from '../schemas/notice.ts'

export type { Notice, NoticeKind } from '../schemas/notice.ts'

export const listNotices = defineRoute<typeof schemas.listNotices>()({ method: 'GET', path: '/api/me/notices' })

/** Also marks the earlier sign-ins that the notice stands for. */
export const readNotice = defineRoute<typeof schemas.readNotice>()({
  method: 'POST',
  path: '/api/me/notices/:id/read',
  status: 204,
})
