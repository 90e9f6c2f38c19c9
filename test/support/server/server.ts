/** The server in this process, on a free port, with a clock the test can move. */

import type { AddressInfo } from 'node:net'
import { readConfig } from '../../../server/src/config.ts'
import type { Context } from '../../../server/src/context.ts'
import { openNetworks } from '../../../server/src/networks/configured-networks.ts'
import type { Oidc } from '../../../server/src/oidc/provider/provider.ts'
import { createBackground } from '../../../server/src/platform/background.ts'
import { createIdSequence, createRandom } from '../../../server/src/platform/crypto/id.ts'
import { deriveKeys } from '../../../server/src/platform/crypto/keys.ts'
import type { Files } from '../../../server/src/platform/http/static-files.ts'
import { createLog } from '../../../server/src/platform/log.ts'
import { createRateLimiter } from '../../../server/src/platform/rate-limiter.ts'
import { openDatabase } from '../../../server/src/platform/store/open.ts'
import { readTemplate } from '../../../server/src/public/page.ts'
import { openRules } from '../../../server/src/rules/open-rules.ts'
import { createListener, createServer } from '../../../server/src/server.ts'
import type { Engine } from '../database/engines.ts'
import { addFirstOwner, removeFirstOwner } from '../database/first-owner.ts'
import { WAIT_MS } from '../until.ts'

export type TestServer = {
  /** The URL for requests; the public origin is `context.config.origin`. */
  url: string
  context: Context
  logLines: string[]
  clock: { now: number }
  stopTaking(): void
  oidc: Oidc
  close(): Promise<void>
}

type Options = {
  environment?: Record<string, string>
  databaseUrl?: string
  secret?: string
  /** True begins before the setup. */
  withoutOwner?: boolean
  /** The built page's files; none by default. */
  files?: Files
  /** The database timeout; practically infinite by default. */
  databaseWaitMs?: number
  /** The deadline of RPC calls; none by default, since a busy machine can exceed it. */
  nodeDeadline?: (milliseconds: number) => AbortSignal
}

const noDeadline = () => new AbortController().signal

const TEMPLATE =
  '<!doctype html><html lang="en" data-theme="system"><head><!--boot--></head><body><!--placeholder--></body></html>'
const PLACEHOLDERS = {
  frame: { mark: '<b title="%name%">%name%</b>', logo: '<img src="%logo%">%name%' },
  signIn: { mark: '<h1 title="%name%">%name%</h1>', logo: '<img src="%logo%"><h1>%name%</h1>' },
}

export async function startServer(engine: Engine, options: Options = {}): Promise<TestServer> {
  const clock = { now: Date.parse('2026-11-15T10:00:00.000Z') }
  const now = () => clock.now
  const logLines: string[] = []
  const log = createLog({ level: 'debug', human: false, write: (line) => void logLines.push(line), now })
  const config = readConfig(
    {
      DATABASE_URL: options.databaseUrl ?? (await engine.createDatabase()),
      PORT: '0',
      PUBLIC_URL: 'http://localhost:3000',
      // Each test browser sends its own forwarded address.
      TRUSTED_PROXIES: '127.0.0.1',
      ...options.environment,
    },
    '/nonexistent',
  )
  const keys = deriveKeys(Buffer.from(options.secret ?? 'ab'.repeat(32), 'hex'))
  const store = await openDatabase(config, {
    now: now(),
    log,
    waitMs: options.databaseWaitMs ?? WAIT_MS,
    checkEveryMs: 0,
  })
  if (options.withoutOwner) await removeFirstOwner(store)
  else if (options.databaseUrl === undefined) await addFirstOwner(store)
  const rates = createRateLimiter(now)
  const contextParts = {
    config,
    keys,
    store,
    log,
    now,
    random: createRandom(),
    ids: { event: createIdSequence('evt'), notice: createIdSequence('ntc') },
    rates,
    background: createBackground(log),
  }
  const context: Context = {
    ...contextParts,
    ...openNetworks(contextParts, { deadline: options.nodeDeadline ?? noDeadline }),
  }
  openRules(context).waitMs = WAIT_MS
  const { listener, stop, oidc } = createListener(context, {
    files: options.files ?? new Map(),
    template: readTemplate(TEMPLATE, PLACEHOLDERS),
  })
  const server = createServer(listener, config.trustedProxies)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo // a TCP server's address is never a string
  return {
    url: `http://127.0.0.1:${port}`,
    context,
    logLines,
    clock,
    stopTaking: stop,
    oidc,
    async close() {
      const closed = new Promise((resolve) => server.close(resolve))
      server.closeAllConnections()
      await closed
      await store.close()
    },
  }
}
