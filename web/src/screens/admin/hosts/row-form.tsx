import type { BodyOf } from '@countersign/contract/route.ts'
import { type Host, updateHost } from '@countersign/contract/routes/admin/host.ts'
import { Plus } from 'lucide'
import { type ReactNode, useRef } from 'react'
import { useSave } from '../../../components/account-data.tsx'
import { PageForm } from '../../../components/form/page-form.tsx'
import { type FieldErrors, parsePointer } from '../../../forms/form.ts'
import { addRow, moveRow, type Row, rowsOf } from '../../../forms/rows.ts'
import { useForm } from '../../../forms/use-form.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { hosts } from '../../../words/admin/hosts.ts'
import { HOST_READS } from './host-values.ts'

type Rows<Item> = { rows: Row<Item>[] }

export type RowProps<Item> = {
  number: number
  last: boolean
  item: Item
  errorAt: (name: string) => string | undefined
  onChange: (next: Item) => void
  onMove: (by: -1 | 1) => void
  onRemove: () => void
}

type RowFormProps<Item> = {
  host: Host
  items: readonly Item[]
  newItem: Item
  most: number
  words: { empty: string; emptyBody: string; add: string; saved: string }
  errorTexts: Record<string, string>
  validate: (rows: readonly Row<Item>[]) => FieldErrors<Rows<Item>>
  body: (rows: readonly Row<Item>[]) => BodyOf<typeof updateHost>
  children: (row: RowProps<Item>) => ReactNode
  after?: ReactNode
}

export function RowForm<Item>(props: RowFormProps<Item>) {
  const { host, items, newItem, most, words, errorTexts, validate, body, children, after } = props
  const addButton = useRef<HTMLButtonElement>(null)
  const form = useForm({
    saved: { values: { rows: rowsOf(items) }, version: host.version },
    validate: ({ rows }) => validate(rows),
    serverErrors: ({ fields = [] }) =>
      Object.fromEntries(
        fields.flatMap(({ path }) => {
          const [, index, name = ''] = parsePointer(path)
          return errorTexts[name] ? [[`rows/${index}/${name}`, errorTexts[name]]] : []
        }),
      ),
    save: useSave(updateHost, { params: { id: host.id }, refreshes: HOST_READS, toast: words.saved }),
    body: ({ rows }) => body(rows),
  })
  const { rows } = form.values
  const full = rows.length >= most
  const change = (next: Row<Item>[]) => form.edit({ rows: next })
  const remove = (index: number) => {
    change(rows.toSpliced(index, 1))
    addButton.current?.focus() // its own button is gone
  }
  return (
    <PageForm form={form} className="stack settings" current={[hosts.savedRows(items.length)]}>
      {rows.length === 0 ? (
        <p>
          <strong>{words.empty}.</strong> {words.emptyBody}
        </p>
      ) : (
        <ol className="stack">
          {rows.map(({ key, item }, index) => (
            <li key={key}>
              {children({
                number: index + 1,
                last: index === rows.length - 1,
                item,
                errorAt: (name) => form.errors[`rows/${index}/${name}`],
                onChange: (next) => change(rows.with(index, { key, item: next })),
                onMove: (by) => change(moveRow(rows, index, index + by)),
                onRemove: () => remove(index),
              })}
            </li>
          ))}
        </ol>
      )}
      {after}
      <div>
        <Button ref={addButton} icon={Plus} busy={full} onClick={() => change(addRow(rows, newItem))}>
          {words.add}
        </Button>
      </div>
    </PageForm>
  )
}
