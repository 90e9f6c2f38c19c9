import { changeMembers, listGroups, listMembers } from '@countersign/contract/routes/admin/group.ts'
import { getPerson, listPeople } from '@countersign/contract/routes/admin/people.ts'
import { showToast } from '../../ui/feedback/toast.tsx'
import { useRouteMutation } from '../account-data.tsx'

type Change = { group: { id: string }; person: { id: string }; how: 'add' | 'remove'; done: string }

/** Adds a person to a group or removes them, once at a time. */
export function useMembership() {
  const refreshes = [listMembers, listGroups, listPeople, getPerson]
  const { mutate, isPending, error } = useRouteMutation(changeMembers, { refreshes })
  const change = ({ group, person, how, done }: Change) => {
    if (isPending) return
    const body = { add: [], remove: [], [how]: [person.id] }
    mutate({ params: { id: group.id }, body }, { onSuccess: () => showToast(done) })
  }
  return { change, error }
}
