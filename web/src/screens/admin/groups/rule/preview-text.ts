import type { RulePreview } from '@countersign/contract/routes/admin/rule.ts'
import { preview as words } from '../../../../words/admin/rules.ts'

/** "31 of 214 people match. 3 would gain access, 2 would lose it. You are one of those who would lose it." */
export function previewLines({ yes, people, checked, gains, loses, self }: RulePreview): string[] {
  const lines = [words.matches(yes, people), words.changes(gains, loses), words.self[self]]
  if (checked < people) lines.push(words.partial(checked, people))
  return lines.filter((line) => line !== '')
}
