import { entry as enEntry } from './en.entry.ts'

export const entry = enEntry
