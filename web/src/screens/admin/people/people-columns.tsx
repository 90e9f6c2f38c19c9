import type { FoundPerson } from '@countersign/contract/routes/admin/people.ts'
import { nameInSentence } from '../../../components/person/name-in-sentence.ts'
import { GroupLinks, PersonName } from '../../../components/person/person-name.tsx'
import { StatusTag } from '../../../components/person/person-status.tsx'
import { When } from '../../../components/when.tsx'
import type { Column } from '../../../ui/data-table.tsx'
import { Checkbox } from '../../../ui/field.tsx'
import { admin, bulk } from '../../../words/admin.ts'

const { people } = admin

type Selecting = { has: (id: string) => boolean; turn: (id: string, on: boolean) => void }

/** With a box beside each name for those who may do something to several people. */
export function peopleColumns(selecting?: Selecting): Column<FoundPerson>[] {
  return [
    {
      key: 'name',
      label: people.name,
      render: (person) => {
        const name = <PersonName person={person} address={person.address} ens={person.ens} />
        if (!selecting) return name
        return (
          <span className="selectable">
            <Checkbox
              label=""
              aria-label={bulk.select(nameInSentence(person))}
              checked={selecting.has(person.id)}
              disabled={person.status === 'deleted'}
              onChange={(event) => selecting.turn(person.id, event.currentTarget.checked)}
            />
            {name}
          </span>
        )
      },
    },
    { key: 'role', label: people.role, render: ({ role }) => admin.roles[role] },
    { key: 'status', label: people.status, render: ({ status }) => <StatusTag status={status} /> },
    {
      key: 'groups',
      label: people.groups,
      render: ({ groups }) => (groups.length === 0 ? <span className="soft">–</span> : <GroupLinks groups={groups} />),
    },
    {
      key: 'seen',
      label: people.lastSeen,
      render: ({ lastSeenAt }) => (lastSeenAt === null ? admin.never : <When at={lastSeenAt} />),
    },
  ]
}
