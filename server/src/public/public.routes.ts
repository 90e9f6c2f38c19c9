import { getPublicConfig } from '@countersign/contract/public.ts'
import type { Context } from '../context.ts'
import { endpoint } from '../http/serve.ts'
import { readPublicConfig } from './public.ts'

export const publicRoutes = (context: Context) => [endpoint(getPublicConfig, () => readPublicConfig(context))]
