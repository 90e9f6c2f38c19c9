/** The world as the server and the command line hand it to every domain function. */

import { createBackground } from './background.ts'
import type { Config } from './config.ts'
import type { Context } from './context.ts'
import { deriveKeys } from './crypto/keys.ts'
import { createRandom } from './crypto/random.ts'
import { loadSecret } from './crypto/secret.ts'
import type { Log } from './log.ts'
import { openChains } from './network/open-chains.ts'
import { createRateLimiter } from './rate-limit.ts'
import { openDatabase } from './store/open.ts'

type Options = { log: Log; now: () => number; lookEveryMs?: number | undefined }

export async function openContext(config: Config, { log, now, lookEveryMs }: Options): Promise<Context> {
  const keys = deriveKeys(loadSecret(config.secretKey, config.dataFolder))
  const world = {
    config,
    keys,
    store: await openDatabase(config, { now: now(), log, lookEveryMs }),
    log,
    now,
    random: createRandom(),
    rates: createRateLimiter(now),
    background: createBackground(log),
  }
  return { ...world, ...openChains(world) }
}
