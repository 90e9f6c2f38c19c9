import { listGroups } from '@countersign/contract/group.ts'
import { useId } from 'react'
import { Checkbox } from '../../ui/field.tsx'
import { groups as words } from '../../words/admin.ts'
import { useAnswer } from '../account/data.tsx'
import { Loaded } from '../account/loaded.tsx'
import { Link } from '../history.tsx'
import './group-choice.css'

type GroupChoiceProps = {
  label: string
  hint?: string
  chosen: readonly string[]
  onChoose: (ids: string[]) => void
  locked?: boolean
}

/** Which groups may enter; none chosen: everyone. */
export function GroupChoice({ label, hint, chosen, onChoose, locked = false }: GroupChoiceProps) {
  const id = useId()
  const answer = useAnswer(listGroups)
  const turn = (id: string, on: boolean) => onChoose(on ? [...chosen, id] : chosen.filter((other) => other !== id))
  return (
    <fieldset className="group-choice" aria-describedby={hint ? id : undefined}>
      <legend>{label}</legend>
      {hint ? (
        <p id={id} className="small soft">
          {hint}
        </p>
      ) : null}
      <Loaded answer={answer} lines={2}>
        {({ items }) =>
          items.length === 0 ? (
            <p className="soft">
              {words.none} <Link to="/admin/groups">{words.makeOne}</Link>
            </p>
          ) : (
            <ul>
              {items.map(({ id, name }) => (
                <li key={id}>
                  <Checkbox
                    label={name}
                    checked={chosen.includes(id)}
                    disabled={locked}
                    onChange={(event) => turn(id, event.currentTarget.checked)}
                  />
                </li>
              ))}
            </ul>
          )
        }
      </Loaded>
    </fieldset>
  )
}

/** The names of groups, as far as they are known by now. */
export function useGroupNames(ids: readonly string[]): string[] {
  const known = useAnswer(listGroups).data?.items ?? []
  return ids.flatMap((id) => known.find((group) => group.id === id)?.name ?? [])
}
