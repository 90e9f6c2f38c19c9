import { defineRoute } from '../route.ts'
import type * as schemas from '../schemas/notice.ts'

export type { Notice, NoticeKind } from '../schemas/notice.ts'

export const listNotices = defineRoute<typeof schemas.listNotices>()('GET /api/me/notices')

/** Also marks the earlier sign-ins that the notice stands for. */
export const readNotice = defineRoute()('POST /api/me/notices/:id/read', { status: 204 })
