import { type HostHeader, headerValues } from '@countersign/contract/host-header.ts'
import { HEADERS_PER_HOST } from '@countersign/contract/limits/app-limits.ts'
import type { Host } from '@countersign/contract/routes/admin/host.ts'
import { Button } from '../../../ui/button.tsx'
import { Field } from '../../../ui/field.tsx'
import { Select } from '../../../ui/select.tsx'
import { hosts } from '../../../words/admin.ts'
import { areHeaders, headerBodies, headerRefusal, NEW_HEADER } from './header-values.ts'
import { ListForm } from './list-form.tsx'
import { RowList } from './row-list.tsx'
import { useRows } from './use-rows.ts'

const { headers: words } = hosts
const VALUES = headerValues.map((value) => ({ value, label: words.values[value] }))

export function HostHeaders({ host }: { host: Host }) {
  const { rows, items, changed, add, change, remove, discard } = useRows(host.headers)
  return (
    <section className="stack">
      <h2>{words.title}</h2>
      <p className="soft">{words.lead}</p>
      <p className="soft">{words.proxyNote}</p>
      <ListForm
        host={host}
        body={{ headers: headerBodies(items) }}
        changed={changed}
        saved={host.headers.length}
        toast={words.saved}
        check={() => areHeaders(items)}
        onDiscard={discard}
      >
        {({ checked }) => (
          <RowList rows={rows} most={HEADERS_PER_HOST} words={words} onAdd={() => add(NEW_HEADER)} onRemove={remove}>
            {(header, index, onRemove) => (
              <HeaderRow
                number={index + 1}
                header={header}
                refusal={checked ? headerRefusal(items, index) : undefined}
                onChange={(next) => change(index, next)}
                onRemove={onRemove}
              />
            )}
          </RowList>
        )}
      </ListForm>
    </section>
  )
}

type HeaderRowProps = {
  number: number
  header: HostHeader
  refusal: string | undefined
  onChange: (next: HostHeader) => void
  onRemove: () => void
}

function HeaderRow({ number, header, refusal, onChange, onRemove }: HeaderRowProps) {
  return (
    <fieldset className="host-row stack">
      <legend>{words.row(number)}</legend>
      <Field
        label={words.header}
        refusal={refusal}
        value={header.header}
        className="mono"
        maxLength={64}
        autoComplete="off"
        autoCapitalize="off"
        spellCheck={false}
        onChange={(event) => onChange({ ...header, header: event.currentTarget.value })}
      />
      <Select
        label={words.value}
        value={header.value}
        options={VALUES}
        onChoose={(value) => onChange({ ...header, value })}
      />
      <div className="row">
        <Button aria-label={words.removeOf(number)} onClick={onRemove}>
          {words.remove}
        </Button>
      </div>
    </fieldset>
  )
}
