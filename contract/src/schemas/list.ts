import * as z from 'zod/mini'
import { PAGE_DEFAULT, PAGE_MAX } from '../limits.ts'

/** Query members are strings; these read the ones every list knows. */
export const limitSchema = z.optional(z.string().check(z.regex(/^(?:[1-9]\d?|100)$/)))
export const cursorSchema = z.optional(z.string().check(z.regex(/^[A-Za-z0-9_-]{1,400}$/)))
export const searchSchema = z.optional(z.string().check(z.minLength(1), z.maxLength(100)))

export const paging = { limit: limitSchema, cursor: cursorSchema }
export type Paging = { limit?: string | undefined; cursor?: string | undefined }

/** Newest first, and a cursor for the next page unless this is the last. */
export function pageOf<Item extends z.ZodMiniType>(item: Item) {
  return z.strictObject({ items: z.array(item), nextCursor: z.nullable(z.string()) })
}
export type PageOf<Item> = { items: Item[]; nextCursor: string | null }

export function limitOf(paging: Paging): number {
  return Math.min(Number(paging.limit ?? PAGE_DEFAULT), PAGE_MAX)
}
