import * as z from 'zod/mini'

/** The path of the image, or null. A new image has a new path. */
export const logoSchema = z.nullable(z.string())

/** PNG, JPEG or WebP as base64, or null. */
export const logoBodySchema = z.strictObject({
  image: z.nullable(z.string().check(z.regex(/^[A-Za-z0-9+/]*={0,2}$/))),
})
