import { type Entry, entry as en } from './en.entry.ts'

export const entry: Entry = en
