import type { ComponentProps } from 'react'
import { account } from '../../words/account/account.ts'

/** Opens in a new tab, so that nothing typed in a form is lost. */
export function DocumentationLink({ children, ...rest }: ComponentProps<'a'>) {
  return (
    <a target="_blank" rel="noopener" {...rest}>
      {children}
      <span className="hidden-visually"> {account.newTab}</span>
    </a>
  )
}
