/** One request for every error about the audit log. */

import type { ErrorCode } from '@countersign/contract/error/errors.ts'
import { RANGE_MAX_MS } from '@countersign/contract/limits.ts'
import { type Browser, type HttpResponse, newAccount, signIn } from '../server/http-browser.ts'
import { expectStarted } from '../server/responses.ts'
import type { TestServer } from '../server/server.ts'

type Produce = (server: TestServer, browser: Browser) => Promise<HttpResponse>

export const ACTIVITY_ERRORS = {
  async range_too_long(server, browser) {
    expectStarted(await signIn(browser, newAccount()))
    const from = new Date(server.clock.now - RANGE_MAX_MS - 1).toISOString()
    return browser.get(`/api/me/activity?from=${from}`)
  },
} satisfies Partial<Record<ErrorCode, Produce>>
