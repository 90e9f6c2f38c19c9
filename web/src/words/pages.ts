import { pages as enPages } from './en.pages.ts'

export const pages = enPages
