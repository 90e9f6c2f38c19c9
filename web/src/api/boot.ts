import type { Boot } from '@countersign/contract/routes/public.ts'

type Page = { getElementById(id: string): { textContent: string | null } | null }

export function readBoot(page: Page = document): Boot {
  const text = page.getElementById('boot')?.textContent
  if (!text) throw new Error('The page was served without its boot data.')
  return JSON.parse(text) as Boot // written by the server, from the same type
}
