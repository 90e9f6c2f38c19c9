/** One request for every refusal that concerns what happened and when. */

import type { ErrorCode } from '@countersign/contract/errors.ts'
import { RANGE_MAX_MS } from '@countersign/contract/limits.ts'
import { type Answer, type Browser, newAccount, signIn } from '../server/http-browser.ts'
import { startedOf } from '../server/responses.ts'
import type { TestServer } from '../server/server.ts'

type Produce = (server: TestServer, browser: Browser) => Promise<Answer>

export const ACTIVITY_REFUSALS = {
  async range_too_long(server, browser) {
    startedOf(await signIn(browser, newAccount()))
    const from = new Date(server.clock.now - RANGE_MAX_MS - 1).toISOString()
    return browser.get(`/api/me/activity?from=${from}`)
  },
} satisfies Partial<Record<ErrorCode, Produce>>
