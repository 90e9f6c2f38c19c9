import type { PersonStatus } from '@countersign/contract/routes/person.ts'
import { Tag, type TagTone } from '../../ui/tag.tsx'
import { admin } from '../../words/admin.ts'

const TONES: Record<PersonStatus, TagTone> = { active: 'good', suspended: 'bad', deleting: 'warn', deleted: 'plain' }

export function StatusTag({ status }: { status: PersonStatus }) {
  return <Tag tone={TONES[status]}>{admin.statuses[status]}</Tag>
}
