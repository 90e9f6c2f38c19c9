import type { AnswerOf } from '@countersign/contract/route.ts'
import type { listGroupUses } from '@countersign/contract/routes/admin/group.ts'
import type { Use } from '../../../components/item/danger-zone.tsx'
import { groups as words } from '../../../words/admin/groups.ts'

const { useKinds: kinds } = words

/** Each with a link to where the group can be removed from it. */
export function usesOfGroup({ apps, hosts, rules, registration }: AnswerOf<typeof listGroupUses>): Use[] {
  return [
    ...apps.map(({ id, name }) => ({ to: `/admin/apps/${id}/access`, name, kind: kinds.app })),
    ...hosts.map(({ id, name, where }) => ({ to: `/admin/hosts/${id}/${where}`, name, kind: kinds.host })),
    ...rules.map(({ id, name }) => ({ to: `/admin/groups/${id}/rule`, name, kind: kinds.rule })),
    ...(registration ? [{ to: '/admin/settings', name: words.signUp, kind: kinds.settings }] : []),
  ]
}
