import type { ComponentProps } from 'react'
import { Checkbox } from '../../../ui/controls/field.tsx'
import { Notice } from '../../../ui/feedback/notice.tsx'
import { app as words } from '../../../words/admin/app.ts'

type AllowHttpProps = Pick<ComponentProps<'input'>, 'disabled' | 'onChange'> & { checked: boolean }

export function AllowHttp(props: AllowHttpProps) {
  return (
    <>
      <Checkbox label={words.allowHttp} {...props} />
      {props.checked ? <Notice tone="warn">{words.allowHttpWarning}</Notice> : null}
    </>
  )
}
