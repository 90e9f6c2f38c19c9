import { Checkbox } from './field.tsx'
import './checkbox-list.css'

type CheckboxListProps = {
  items: readonly { id: string; name: string }[]
  value: readonly string[]
  onChoose: (ids: string[]) => void
  disabled?: boolean
}

export function CheckboxList({ items, value, onChoose, disabled = false }: CheckboxListProps) {
  const toggle = (id: string, on: boolean) => onChoose(on ? [...value, id] : value.filter((other) => other !== id))
  return (
    <ul className="checkbox-list">
      {items.map(({ id, name }) => (
        <li key={id}>
          <Checkbox
            label={name}
            checked={value.includes(id)}
            disabled={disabled}
            onChange={(event) => toggle(id, event.currentTarget.checked)}
          />
        </li>
      ))}
    </ul>
  )
}
