import * as z from 'zod/mini'
import { ENDPOINT_URL_MAX, ENDPOINTS_PER_NETWORK } from '../../limits.ts'
import { timestampSchema } from '../id.ts'
import { labelSchema } from '../name.ts'

/** A node that answers for a chain. Its whole address is a secret: it often carries a key. */
export const endpointSchema = z.strictObject({
  /** Scheme and host; the rest is shown as dots. */
  url: z.string(),
  /** `down` after three failures, `up` again after two answers, `unknown` before the first. */
  state: z.enum(['unknown', 'up', 'down']),
  latencyMs: z.nullable(z.number()),
  /** Why it failed last, in our words. */
  problem: z.nullable(z.string()),
  lastOkAt: z.nullable(timestampSchema),
})
export type Endpoint = z.infer<typeof endpointSchema>

export const networkSchema = z.strictObject({
  /** `net_…`, or `env_<chain>` for one of the environment. */
  id: z.string(),
  chainId: z.number(),
  name: z.string(),
  /** Those of the environment are changed there. */
  source: z.enum(['environment', 'admin']),
  enabled: z.boolean(),
  endpoints: z.array(endpointSchema),
  version: z.number(),
})
export type Network = z.infer<typeof networkSchema>

/** 1 to 2^53 - 1, as ERC-4361 spells it. */
export const chainIdSchema = z.number().check(z.gte(1), z.lte(Number.MAX_SAFE_INTEGER), z.refine(Number.isInteger))

/** https, or http to this computer and private networks: a node of one's own is the best one. */
export const endpointUrlSchema = z.string().check(
  z.maxLength(ENDPOINT_URL_MAX),
  z.refine((value) => URL.canParse(value) && /^https?:$/.test(new URL(value).protocol)),
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

export const deleteNetwork = {}

export const testNetwork = { answer: networkSchema }
