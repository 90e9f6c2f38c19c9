import { defineRoute } from '../route.ts'
import type * as schemas from '../schemas/public.ts'

export type { Boot, PublicConfig, WalletApp, WalletAppId } from '../schemas/public.ts'

export const getPublicConfig = defineRoute<typeof schemas.getPublicConfig>()('GET /api/public', { caller: 'anyone' })
