import type { Config } from '../config.ts'
import type { Background } from './background.ts'
import type { IdSequence } from './crypto/id.ts'
import type { Keys } from './crypto/keys.ts'
import type { Log } from './log.ts'
import type { RateLimiter } from './rate-limiter.ts'
import type { Database } from './store/database.ts'

export type PlatformContext = {
  config: Config
  keys: Keys
  store: Database
  rates: RateLimiter
  log: Log
  background: Background
  now(): number
  random(bytes: number): Buffer
  ids: { event: IdSequence; notice: IdSequence }
}
