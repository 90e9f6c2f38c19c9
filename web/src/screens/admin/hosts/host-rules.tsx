import { RULES_PER_HOST } from '@countersign/contract/limits/app-limits.ts'
import type { Host } from '@countersign/contract/routes/admin/host.ts'
import { useGroupNames } from '../../../components/admin/access-choice.tsx'
import { hosts } from '../../../words/admin.ts'
import { ListForm } from './list-form.tsx'
import { RowList } from './row-list.tsx'
import { RuleRow } from './rule-row.tsx'
import { areRules, NEW_RULE, ruleBodies, ruleRefusals } from './rule-values.ts'
import { useRows } from './use-rows.ts'

const { rules: words } = hosts

export function HostRules({ host }: { host: Host }) {
  const { rows, items, changed, add, change, remove, move, discard } = useRows(host.rules)
  const names = useGroupNames(host.groupIds)
  return (
    <section className="stack">
      <h2>{words.title}</h2>
      <p className="soft">{words.lead}</p>
      <ListForm
        host={host}
        body={{ rules: ruleBodies(items) }}
        changed={changed}
        saved={host.rules.length}
        toast={words.saved}
        check={() => areRules(items)}
        onDiscard={discard}
      >
        {({ checked }) => (
          <RowList
            rows={rows}
            most={RULES_PER_HOST}
            words={words}
            onAdd={() => add(NEW_RULE)}
            onRemove={remove}
            after={
              <p className="soft">
                {words.hostAccess}: {host.access === 'everyone' ? hosts.everyone : `${hosts.only}: ${names.join(', ')}`}
              </p>
            }
          >
            {(rule, index, onRemove) => (
              <RuleRow
                number={index + 1}
                last={index === rows.length - 1}
                rule={rule}
                refusals={checked ? ruleRefusals(rule) : {}}
                onChange={(next) => change(index, next)}
                onMove={(by) => move(index, by)}
                onRemove={onRemove}
              />
            )}
          </RowList>
        )}
      </ListForm>
    </section>
  )
}
