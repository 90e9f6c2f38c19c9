import { Checkbox } from './field.tsx'
import './checkbox-list.css'

type CheckboxListProps = {
  items: readonly { id: string; name: string }[]
  chosen: readonly string[]
  onChoose: (ids: string[]) => void
  locked?: boolean
}

export function CheckboxList({ items, chosen, onChoose, locked = false }: CheckboxListProps) {
  const toggle = (id: string, on: boolean) => onChoose(on ? [...chosen, id] : chosen.filter((other) => other !== id))
  return (
    <ul className="checkbox-list">
      {items.map(({ id, name }) => (
        <li key={id}>
          <Checkbox
            label={name}
            checked={chosen.includes(id)}
            disabled={locked}
            onChange={(event) => toggle(id, event.currentTarget.checked)}
          />
        </li>
      ))}
    </ul>
  )
}
