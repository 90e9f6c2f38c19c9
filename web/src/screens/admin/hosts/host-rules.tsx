import { RULES_PER_HOST } from '@countersign/contract/app-limits.ts'
import type { Host } from '@countersign/contract/host.ts'
import { Plus } from 'lucide-react'
import { useRef } from 'react'
import { Button } from '../../../ui/button.tsx'
import { hosts } from '../../../words/admin.ts'
import { useGroupNames } from '../access-choice.tsx'
import { ListForm } from './list-form.tsx'
import { areRules, NEW_RULE, ruleBodies, ruleRefusals } from './rule-draft.ts'
import { RuleRow } from './rule-row.tsx'
import { useRows } from './use-rows.ts'

const { rules: words } = hosts

export function HostRules({ host }: { host: Host }) {
  const { rows, items, changed, add, change, remove, move, discard } = useRows(host.rules)
  const names = useGroupNames(host.groupIds)
  const addButton = useRef<HTMLButtonElement>(null)
  const full = rows.length >= RULES_PER_HOST
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
          <>
            {rows.length === 0 ? (
              <p>
                <strong>{words.empty}.</strong> {words.emptyBody}
              </p>
            ) : (
              <ol className="host-rows">
                {rows.map(({ key, item }, index) => (
                  <li key={key}>
                    <RuleRow
                      number={index + 1}
                      last={index === rows.length - 1}
                      rule={item}
                      refusals={checked ? ruleRefusals(item) : {}}
                      onChange={(next) => change(index, next)}
                      onMove={(by) => move(index, by)}
                      onRemove={() => {
                        remove(index)
                        addButton.current?.focus()
                      }}
                    />
                  </li>
                ))}
              </ol>
            )}
            <p className="soft">
              {words.hostAccess}: {host.access === 'everyone' ? hosts.everyone : `${hosts.only}: ${names.join(', ')}`}
            </p>
            <div>
              <Button
                ref={addButton}
                icon={<Plus size={16} aria-hidden="true" />}
                aria-disabled={full || undefined}
                onClick={full ? undefined : () => add(NEW_RULE)}
              >
                {words.add}
              </Button>
            </div>
          </>
        )}
      </ListForm>
    </section>
  )
}
