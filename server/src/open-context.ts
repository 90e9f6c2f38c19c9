import type { Config } from './config.ts'
import type { Context } from './context.ts'
import { openNetworks } from './networks/configured-networks.ts'
import { createBackground } from './platform/background.ts'
import { createIdSequence, createRandom } from './platform/crypto/id.ts'
import { deriveKeys } from './platform/crypto/keys.ts'
import { loadSecret } from './platform/crypto/secret.ts'
import type { Log } from './platform/log.ts'
import { createRateLimiter } from './platform/rate-limiter.ts'
import { openDatabase } from './platform/store/open.ts'

type Options = { log: Log; now: () => number; checkEveryMs?: number | undefined }

export async function openContext(config: Config, { log, now, checkEveryMs }: Options): Promise<Context> {
  const keys = deriveKeys(loadSecret(config.secretKey, config.dataFolder))
  const platform = {
    config,
    keys,
    store: await openDatabase(config, { now: now(), log, checkEveryMs }),
    log,
    now,
    random: createRandom(),
    ids: { event: createIdSequence('evt'), notice: createIdSequence('ntc') },
    rates: createRateLimiter(now),
    background: createBackground(log),
  }
  return { ...platform, ...openNetworks(platform) }
}
