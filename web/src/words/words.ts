/** The one place that says which language is spoken; the others must have every sentence of English. */
import { en, type Words } from './en.ts'

export const words: Words = en
