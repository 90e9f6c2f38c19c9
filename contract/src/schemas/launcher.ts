import * as z from 'zod/mini'
import { logoSchema } from './logo.ts'

export const launcherItemSchema = z.strictObject({
  id: z.string(),
  name: z.string(),
  logo: logoSchema,
  url: z.string(),
})
export type LauncherItem = z.infer<typeof launcherItemSchema>

export const getLauncher = {
  answer: z.strictObject({
    items: z.array(launcherItemSchema),
    /** A rule could not be checked, so that something may be missing. */
    incomplete: z.boolean(),
  }),
}
