import { RULES_PER_HOST } from '@countersign/contract/limits/app-limits.ts'
import type { Host } from '@countersign/contract/routes/admin/host.ts'
import { useGroupNames } from '../../../components/admin/access-choice.tsx'
import { hosts } from '../../../words/admin.ts'
import { RowForm } from './row-form.tsx'
import { RuleRow } from './rule-row.tsx'
import { newRule, rulesBody, validateRules } from './rule-values.ts'

const { rules: words } = hosts

export function HostRules({ host }: { host: Host }) {
  const groups = useGroupNames(host.groupIds)
  return (
    <section className="stack">
      <h2>{words.title}</h2>
      <p className="soft">{words.lead}</p>
      <RowForm
        host={host}
        items={host.rules}
        newItem={newRule}
        most={RULES_PER_HOST}
        words={words}
        errorTexts={{ path: words.pathWrong, access: words.groupMissing }}
        validate={validateRules}
        body={(rows) => ({ rules: rulesBody(rows) })}
        after={
          <p className="soft">
            {words.hostAccess}: {host.access === 'everyone' ? hosts.everyone : `${hosts.only}: ${groups.join(', ')}`}
          </p>
        }
      >
        {(row) => <RuleRow {...row} />}
      </RowForm>
    </section>
  )
}
