/** The logo of this place or of an app: a picture, and where it is shown from. */

import * as z from 'zod/mini'

/** Its address on this origin, or null for none. Another picture has another address. */
export const logoSchema = z.nullable(z.string())

/** A PNG, JPEG or WebP as base64, or null for none. */
export const logoBodySchema = z.strictObject({
  image: z.nullable(z.string().check(z.regex(/^[A-Za-z0-9+/]*={0,2}$/))),
})
