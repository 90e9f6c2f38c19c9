import { type FoundPerson, listPeople } from '@countersign/contract/routes/admin/people.ts'
import { type ReactNode, useState } from 'react'
import { Field } from '../../ui/controls/field.tsx'
import { List } from '../../ui/data/list.tsx'
import { groups } from '../../words/admin/groups.ts'
import { useRouteQuery } from '../account-data.tsx'
import { Loaded } from '../loaded.tsx'
import { useDebouncedValue } from '../use-debounced-value.ts'
import { PersonName } from './person-name.tsx'
import './person-search.css'

const { people: words } = groups
const SHOWN = 8

type PersonSearchProps = { markMembersOf?: string; renderAction: (person: FoundPerson) => ReactNode }

export function PersonSearch({ markMembersOf, renderAction }: PersonSearchProps) {
  const [typed, setTyped] = useState('')
  const q = useDebouncedValue(typed.trim().slice(0, 100))
  const query = { q, limit: String(SHOWN), status: 'active', markMembersOf }
  const answer = useRouteQuery(listPeople, { query, enabled: q !== '' })
  return (
    <search className="stack stack-close">
      <Field
        label={words.label}
        type="search"
        placeholder={words.hint}
        value={typed}
        maxLength={100}
        autoComplete="off"
        spellCheck={false}
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
      {q === '' ? null : (
        <Loaded answer={answer} lines={2}>
          {({ items, nextCursor }) => (
            <>
              <List
                of={items}
                label={words.results}
                className="person-found surface ruled"
                empty={<p className="soft">{words.noMatch}</p>}
              >
                {(person) => (
                  <>
                    <PersonName person={person} />
                    {renderAction(person)}
                  </>
                )}
              </List>
              {nextCursor === null ? null : <p className="small soft">{words.more}</p>}
            </>
          )}
        </Loaded>
      )}
    </search>
  )
}
