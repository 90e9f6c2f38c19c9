import { AppError } from '@countersign/contract/errors.ts'
import { LABEL_MAX } from '@countersign/contract/limits.ts'
import { isName } from '@countersign/contract/names/name.ts'
import {
  createGroup,
  deleteGroup,
  type Group,
  listGroups,
  updateGroup,
} from '@countersign/contract/routes/admin/group.ts'
import { useState } from 'react'
import { useAct, useRefresh } from '../../../components/account-data.tsx'
import { refusalText } from '../../../components/admin/refusal-text.ts'
import { ChangedMeanwhile, isConflict } from '../../../forms/conflict-notice.tsx'
import { untouched } from '../../../forms/untouched.ts'
import { navigate } from '../../../page/history.tsx'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import { Field } from '../../../ui/field.tsx'
import { showToast } from '../../../ui/toast.tsx'
import { account } from '../../../words/account.ts'
import { groups as words } from '../../../words/admin.ts'
import { isSlug, slugFor } from './slug.ts'

/** `slug` is what was written over the proposal. */
type Draft = { name: string; slug: string | undefined }
type Refusals = { name?: string; slug?: string }

export function AddGroupDialog({ onClose }: { onClose: () => void }) {
  const add = useAct(createGroup, { refreshes: [listGroups] })
  const form = useDraft({ name: '', slug: undefined })
  const done = ({ id }: Group) => {
    showToast(words.made)
    navigate(`/admin/groups/${id}`)
  }
  const send = () => {
    const body = form.check()
    if (body) add.mutate({ body }, { onSuccess: done, onError: form.refuse })
  }
  return (
    <ConfirmDialog
      title={words.add}
      act={words.create}
      look="primary"
      cancel={account.cancel}
      busy={add.isPending}
      refusal={atField(add.error) ? undefined : refusalText(add.error)}
      onAct={send}
      onClose={onClose}
    >
      <Fields form={form} />
    </ConfirmDialog>
  )
}

export function ChangeGroupDialog({ group, onClose }: { group: Group; onClose: () => void }) {
  const change = useAct(updateGroup, { refreshes: [listGroups] })
  const refresh = useRefresh()
  const form = useDraft({ name: group.name, slug: group.slug })
  const send = () => {
    const body = form.check()
    if (!body) return
    change.mutate(
      { params: { id: group.id }, version: group.version, body },
      {
        onSuccess: () => {
          onClose()
          showToast(words.saved)
        },
        onError(error) {
          form.refuse(error)
          if (isConflict(error)) void refresh(listGroups)
        },
      },
    )
  }
  const told = atField(change.error) || isConflict(change.error)
  return (
    <ConfirmDialog
      title={words.changeTitle}
      act={words.save}
      look="primary"
      cancel={account.cancel}
      busy={change.isPending}
      refusal={told ? undefined : refusalText(change.error)}
      onAct={send}
      onClose={onClose}
    >
      <Fields form={form} />
      {form.slug === group.slug ? null : <p className="small">{words.slugChange}</p>}
      <ChangedMeanwhile error={change.error}>
        <strong>
          {group.name} ({group.slug})
        </strong>
      </ChangedMeanwhile>
    </ConfirmDialog>
  )
}

export function RemoveGroupDialog({ group, onClose }: { group: Group; onClose: () => void }) {
  const remove = useAct(deleteGroup, { refreshes: [listGroups] })
  const done = () => {
    showToast(words.removed)
    navigate('/admin/groups')
  }
  const inUse = remove.error instanceof AppError && remove.error.code === 'group_in_use'
  return (
    <ConfirmDialog
      title={words.removeTitle(group.name)}
      act={words.remove}
      cancel={account.cancel}
      busy={remove.isPending}
      refusal={inUse ? words.inUse : refusalText(remove.error)}
      onAct={() => remove.mutate({ params: { id: group.id }, version: group.version }, { onSuccess: done })}
      onClose={onClose}
    >
      <p>{words.removeBody}</p>
    </ConfirmDialog>
  )
}

type Form = ReturnType<typeof useDraft>

function useDraft(initial: Draft) {
  const [draft, setDraft] = useState(initial)
  const [refusals, setRefusals] = useState<Refusals>({})
  const slug = draft.slug ?? slugFor(draft.name)
  return {
    name: draft.name,
    slug,
    refusals,
    change(next: Partial<Draft>) {
      setDraft({ ...draft, ...next })
      setRefusals(untouched(refusals, next))
    },
    check(): { name: string; slug: string } | undefined {
      const name = draft.name.trim().normalize('NFC')
      const found: Refusals = {}
      if (!isName(name, LABEL_MAX)) found.name = name === '' ? words.nameMissing : words.nameWrong(LABEL_MAX)
      // A proposal from a name that is wrong already would only say the same twice.
      if (!isSlug(slug) && !(found.name && draft.slug === undefined)) found.slug = words.slugWrong
      setRefusals(found)
      return found.name || found.slug ? undefined : { name, slug }
    },
    refuse: (error: unknown) => setRefusals(atField(error) ? { slug: words.slugTaken } : {}),
  }
}

function Fields({ form: { name, slug, refusals, change } }: { form: Form }) {
  return (
    <>
      <Field
        label={words.name}
        hint={words.nameHint}
        refusal={refusals.name}
        value={name}
        maxLength={LABEL_MAX}
        autoComplete="off"
        onChange={(event) => change({ name: event.currentTarget.value })}
      />
      <Field
        label={words.slug}
        hint={words.slugHint}
        refusal={refusals.slug}
        value={slug}
        className="mono"
        maxLength={48}
        autoComplete="off"
        autoCapitalize="off"
        spellCheck={false}
        onChange={(event) => change({ slug: event.currentTarget.value })}
      />
    </>
  )
}

function atField(error: unknown): boolean {
  return error instanceof AppError && error.code === 'slug_taken'
}
