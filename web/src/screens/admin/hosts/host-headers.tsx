import { type HostHeader, headerValues } from '@countersign/contract/host/host-header.ts'
import { HEADERS_PER_HOST } from '@countersign/contract/limits/app-limits.ts'
import type { Host } from '@countersign/contract/routes/admin/host.ts'
import { MONOSPACED } from '../../../forms/use-form.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { Field } from '../../../ui/controls/field.tsx'
import { Select } from '../../../ui/controls/select.tsx'
import { hosts } from '../../../words/admin/hosts.ts'
import { RowForm, type RowProps } from './row-form.tsx'
import { headersBody, newHeader, validateHeaders } from './row-values.ts'

const { headers: words } = hosts
const VALUES = headerValues.map((value) => ({ value, label: words.values[value] }))

export function HostHeaders({ host }: { host: Host }) {
  return (
    <section className="stack">
      <h2>{words.title}</h2>
      <p className="soft">{words.lead}</p>
      <p className="soft">{words.proxyNote}</p>
      <RowForm
        host={host}
        items={host.headers}
        newItem={newHeader}
        most={HEADERS_PER_HOST}
        words={words}
        errorTexts={{ header: words.headerWrong }}
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
      <legend>{words.row(number)}</legend>
      <Field
        label={words.header}
        error={errorAt('header')}
        value={item.header}
        maxLength={64}
        {...MONOSPACED}
        onChange={(event) => onChange({ ...item, header: event.currentTarget.value })}
      />
      <Select
        label={words.value}
        value={item.value}
        options={VALUES}
        onChoose={(value) => onChange({ ...item, value })}
      />
      <div className="row">
        <Button aria-label={words.removeOf(number)} onClick={onRemove}>
          {words.remove}
        </Button>
      </div>
    </fieldset>
  )
}
