import * as z from 'zod/mini'

/** What a browser reads of a refusal (RFC 9457). Loose: a newer server may say more, or use a code unknown here. */
export const problemSchema = z.object({
  code: z.string(),
  detail: z.optional(z.string()),
  fields: z.optional(z.array(z.object({ path: z.string(), code: z.string() }))),
  retryAfter: z.optional(z.number()),
  traceId: z.optional(z.string()),
})
