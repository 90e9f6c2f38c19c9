/** What every domain function is handed: the world as arguments. */

import type { Config } from './config.ts'
import type { Networks } from './networks/known-networks.ts'
import type { Chains } from './networks/rpc/chains.ts'
import type { Background } from './platform/background.ts'
import type { Keys } from './platform/crypto/keys.ts'
import type { Log } from './platform/log.ts'
import type { RateLimiter } from './platform/rate-limiter.ts'
import type { Database } from './platform/store/database.ts'

export type Context = {
  config: Config
  keys: Keys
  store: Database
  rates: RateLimiter
  log: Log
  background: Background
  chains: Chains
  networks: Networks
  now(): number
  random(bytes: number): Buffer
}
