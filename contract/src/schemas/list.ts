import * as z from 'zod/mini'
import { PAGE_DEFAULT, PAGE_MAX } from '../limits.ts'

/** The query parameters of every list; they are strings. */
export const paging = {
  limit: z.optional(z.string().check(z.regex(/^(?:[1-9]\d?|100)$/))),
  cursor: z.optional(z.string().check(z.regex(/^[A-Za-z0-9_-]{1,400}$/))),
}
export type Paging = { limit?: string | undefined; cursor?: string | undefined }

/** Newest first, and a cursor for the next page unless this is the last. */
export function pageOf<Item extends z.ZodMiniType>(item: Item) {
  return z.strictObject({ items: z.array(item), nextCursor: z.nullable(z.string()) })
}
export type PageOf<Item> = { items: Item[]; nextCursor: string | null }

/** A list with no other parameters. */
export function pagedList<Item extends z.ZodMiniType>(item: Item) {
  return { query: z.strictObject(paging), answer: pageOf(item) }
}

export function limitOf(paging: Paging): number {
  return Math.min(Number(paging.limit ?? PAGE_DEFAULT), PAGE_MAX)
}
