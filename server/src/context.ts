import type { Networks } from './networks/configured-networks.ts'
import type { Chains } from './networks/rpc/chains.ts'
import type { PlatformContext } from './platform/platform-context.ts'

export type Context = PlatformContext & { chains: Chains; networks: Networks }
