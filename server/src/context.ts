/** What every domain function is handed: the world as arguments. */

import type { Background } from './background.ts'
import type { Chains } from './chain/chains.ts'
import type { Config } from './config.ts'
import type { Keys } from './crypto/keys.ts'
import type { Log } from './log.ts'
import type { Networks } from './network/known-networks.ts'
import type { RateLimiter } from './rate-limit.ts'
import type { Database } from './store/database.ts'

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
