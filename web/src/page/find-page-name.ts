import type { Page } from '@countersign/contract/pages.ts'
import { words } from '../words/words.ts'

/** A page within another is named like that one. */
export function findPageName(page: Page | undefined): string {
  const names: Partial<Record<string, string>> = words.loading.names
  return names[page ?? ''] ?? names[`/${page?.split('/')[1]}`] ?? words.loading.title
}
