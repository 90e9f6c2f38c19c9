/** Modules here without `en.` in their name select the language; there is only English so far. */
import { en } from './en.ts'

export const words = en
