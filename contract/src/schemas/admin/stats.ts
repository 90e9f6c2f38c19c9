import * as z from 'zod/mini'
import { idSchema, timestampSchema } from '../id.ts'

/** By hour, so that the page can group by days of its time zone. Empty hours are left out. */
export const statsSchema = z.strictObject({
  from: timestampSchema,
  to: timestampSchema,
  hours: z.array(z.strictObject({ hour: timestampSchema, ok: z.number(), refused: z.number(), newPeople: z.number() })),
  /** Of all UTC days in the range, most frequent first. */
  refusals: z.array(z.strictObject({ code: z.string(), count: z.number() })),
  wallets: z.array(z.strictObject({ name: z.string(), count: z.number() })),
  /** Sign-ins to each existing app. */
  apps: z.array(z.strictObject({ id: idSchema('app'), name: z.string(), count: z.number() })),
  totals: z.strictObject({
    people: z.number(),
    active1: z.number(),
    active7: z.number(),
    active30: z.number(),
    sessions: z.number(),
  }),
})
export type Stats = z.infer<typeof statsSchema>

export const getStats = {
  query: z.strictObject({ from: timestampSchema, to: timestampSchema }),
  answer: statsSchema,
}
