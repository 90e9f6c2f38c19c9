import { Checkbox } from '../../../ui/field.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { app as words } from '../../../words/admin.ts'

type AllowHttpProps = { checked: boolean; locked?: boolean; onChange: (allowed: boolean) => void }

export function AllowHttp({ checked, locked = false, onChange }: AllowHttpProps) {
  return (
    <>
      <Checkbox
        label={words.allowHttp}
        checked={checked}
        disabled={locked}
        onChange={(event) => onChange(event.currentTarget.checked)}
      />
      {checked ? (
        <Notice tone="warn">
          <p>{words.allowHttpWarning}</p>
        </Notice>
      ) : null}
    </>
  )
}
