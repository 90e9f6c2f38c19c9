import * as z from 'zod/mini'
import { ENDPOINT_URL_MAX, ENDPOINTS_PER_NETWORK } from '../../limits.ts'
import { parseUrl } from '../../url/parse-url.ts'
import { timestampSchema } from '../id.ts'
import { labelSchema } from '../name.ts'

/** An RPC endpoint. Its full URL is secret: it often contains a key. */
export const endpointSchema = z.strictObject({
  /** Scheme and host only. */
  url: z.string(),
  /** `down` after three failures, `up` again after two answers, `unknown` before the first. */
  state: z.enum(['unknown', 'up', 'down']),
  latencyMs: z.nullable(z.number()),
  /** The reason of the last failure. */
  problem: z.nullable(z.string()),
  lastOkAt: z.nullable(timestampSchema),
})
export type Endpoint = z.infer<typeof endpointSchema>

export const networkSchema = z.strictObject({
  /** `net_…`, or `env_<chain>` for a network from the environment. */
  id: z.string(),
  chainId: z.number(),
  name: z.string(),
  source: z.enum(['environment', 'admin']),
  enabled: z.boolean(),
  endpoints: z.array(endpointSchema),
  version: z.number(),
})
export type Network = z.infer<typeof networkSchema>

/** ERC-4361: 1 to 2^53 - 1. */
export const chainIdSchema = z.number().check(z.gte(1), z.lte(Number.MAX_SAFE_INTEGER), z.refine(Number.isInteger))

/** http is allowed for nodes on loopback and private addresses. */
export const endpointUrlSchema = z.string().check(
  z.maxLength(ENDPOINT_URL_MAX),
  z.refine((value) => /^https?:$/.test(parseUrl(value)?.protocol ?? '')),
)

const urlsSchema = z.array(endpointUrlSchema).check(z.minLength(1), z.maxLength(ENDPOINTS_PER_NETWORK))

export const listNetworks = { answer: z.strictObject({ items: z.array(networkSchema) }) }

export const createNetwork = {
  body: z.strictObject({ chainId: chainIdSchema, name: labelSchema, urls: urlsSchema }),
  answer: networkSchema,
}

export const updateNetwork = {
  body: z.strictObject({
    name: z.optional(labelSchema),
    urls: z.optional(urlsSchema),
    enabled: z.optional(z.boolean()),
  }),
  answer: networkSchema,
}

export const testNetwork = { answer: networkSchema }
