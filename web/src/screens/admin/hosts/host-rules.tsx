import type { HostHeader } from '@countersign/contract/host/host-header.ts'
import { type HostRule, ruleMethods } from '@countersign/contract/host/host-rule.ts'
import { HEADERS_PER_HOST, RULE_PATH_MAX, RULES_PER_HOST } from '@countersign/contract/limits/app-limits.ts'
import type { Host } from '@countersign/contract/routes/admin/host.ts'
import { GroupChoice, useGroupNames } from '../../../components/admin/access-choice.tsx'
import { optionsOf } from '../../../components/admin/options.ts'
import { MONOSPACED } from '../../../forms/use-form.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { Checkbox, Field } from '../../../ui/controls/field.tsx'
import { Select } from '../../../ui/controls/select.tsx'
import { Notice } from '../../../ui/feedback/notice.tsx'
import { hosts } from '../../../words/admin/hosts.ts'
import { RowForm, type RowProps } from './row-form.tsx'
import { headersBody, newHeader, newRule, rulesBody, validateHeaders, validateRules } from './row-values.ts'

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
            {words.hostAccess}:{' '}
            {host.access === 'everyone' ? words.accesses.everyone : `${words.accesses.groups}: ${groups.join(', ')}`}
          </p>
        }
      >
        {(row) => <RuleRow {...row} />}
      </RowForm>
    </section>
  )
}

function RuleRow({ number, last, item: rule, errorAt, onChange, onMove, onRemove }: RowProps<HostRule>) {
  return (
    <fieldset className="host-row surface stack">
      <legend>{words.row(number)}</legend>
      <Field
        label={words.path}
        hint={words.pathHint}
        error={errorAt('path')}
        value={rule.path}
        maxLength={RULE_PATH_MAX}
        {...MONOSPACED}
        onChange={(event) => onChange({ ...rule, path: event.currentTarget.value })}
      />
      <Methods rule={rule} onChange={onChange} />
      <Select
        label={words.access}
        error={errorAt('access')}
        value={rule.access}
        options={optionsOf(words.accesses)}
        onChoose={(access) => onChange({ ...rule, access })}
      />
      {rule.access === 'groups' ? (
        <GroupChoice value={rule.groupIds} onChoose={(groupIds) => onChange({ ...rule, groupIds })} />
      ) : null}
      {rule.access === 'public' ? <Notice tone="warn">{words.publicNote}</Notice> : null}
      <div className="row">
        {/* Disabled at either end of the list instead of removed, so they keep the focus. */}
        <Button aria-label={words.upOf(number)} busy={number === 1} onClick={() => onMove(-1)}>
          {words.up}
        </Button>
        <Button aria-label={words.downOf(number)} busy={last} onClick={() => onMove(1)}>
          {words.down}
        </Button>
        <Button aria-label={words.removeOf(number)} onClick={onRemove}>
          {words.remove}
        </Button>
      </div>
    </fieldset>
  )
}

function Methods({ rule, onChange }: { rule: HostRule; onChange: (next: HostRule) => void }) {
  return (
    <fieldset className="host-methods">
      <legend>{words.methods}</legend>
      <p className="small soft">{words.methodsHint}</p>
      <div>
        {ruleMethods.map((method) => (
          <Checkbox
            key={method}
            label={method}
            checked={rule.methods.includes(method)}
            onChange={(event) => {
              const others = rule.methods.filter((other) => other !== method)
              onChange({ ...rule, methods: event.currentTarget.checked ? [...others, method] : others })
            }}
          />
        ))}
      </div>
    </fieldset>
  )
}

const { headers } = hosts

export function HostHeaders({ host }: { host: Host }) {
  return (
    <section className="stack">
      <h2>{headers.title}</h2>
      <p className="soft">{headers.lead}</p>
      <p className="soft">{headers.proxyNote}</p>
      <RowForm
        host={host}
        items={host.headers}
        newItem={newHeader}
        most={HEADERS_PER_HOST}
        words={headers}
        errorTexts={{ header: headers.headerWrong }}
        validate={validateHeaders}
        body={(rows) => ({ headers: headersBody(rows) })}
      >
        {(row) => <HeaderRow {...row} />}
      </RowForm>
    </section>
  )
}

function HeaderRow({ number, item, errorAt, onChange, onRemove }: RowProps<HostHeader>) {
  return (
    <fieldset className="host-row surface stack">
      <legend>{headers.row(number)}</legend>
      <Field
        label={headers.header}
        error={errorAt('header')}
        value={item.header}
        maxLength={64}
        {...MONOSPACED}
        onChange={(event) => onChange({ ...item, header: event.currentTarget.value })}
      />
      <Select
        label={headers.value}
        value={item.value}
        options={optionsOf(headers.values)}
        onChoose={(value) => onChange({ ...item, value })}
      />
      <div className="row">
        <Button aria-label={headers.removeOf(number)} onClick={onRemove}>
          {headers.remove}
        </Button>
      </div>
    </fieldset>
  )
}
