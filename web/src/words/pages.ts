import { pages as en, type Pages } from './en.pages.ts'

export const pages: Pages = en
