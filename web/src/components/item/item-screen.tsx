import type { ComponentProps, ReactNode } from 'react'
import { Link } from '../../page/history.tsx'
import { account } from '../../words/account/account.ts'
import { isMissingError } from '../admin/is-missing.ts'
import { oneOf } from '../admin/options.ts'
import { Loaded } from '../loaded.tsx'
import { NotFoundScreen } from '../not-found.tsx'
import { type Crumb, ScreenHead } from '../screen-head.tsx'
import './part-nav.css'

type ItemScreenProps<Item, Part extends string> = {
  /** The list that it is in. */
  list: Crumb
  params: Record<string, string>
  partsLabel: string
  /** Those that this person may see. */
  parts: Partial<Record<Part, string>>
  content: Record<Part, (item: Item) => ReactNode>
  answer: ComponentProps<typeof Loaded<Item>>['answer']
  /** If a list was read that it is not in. */
  isMissing?: boolean
  picture?: (item: Item) => ReactNode
  notice?: ReactNode
}

/** One item of a list: its name, and tabs with a path each; the first has the plain one. */
export function ItemScreen<Item extends { name: string }, Part extends string>(props: ItemScreenProps<Item, Part>) {
  const { list, params, partsLabel, parts, content, answer, isMissing = false, picture, notice } = props
  const [first, ...others] = Object.keys(parts) as Part[] // the keys of a const object are its key type
  const part = params.part === undefined ? first : oneOf(params.part, others)
  if (isMissing || isMissingError(answer.error) || part === undefined) return <NotFoundScreen />
  const { data } = answer
  const at = `${list.to}/${params.id}`
  const title = data?.name ?? account.unknownTitle
  return (
    <div className="stack stack-wide">
      <ScreenHead
        key={data ? 'loaded' : 'loading'}
        title={title}
        screen={data && part !== first ? `${parts[part]} · ${title}` : title}
        picture={data && picture?.(data)}
        crumbs={[list]}
      />
      <nav className="segments part-nav" aria-label={partsLabel}>
        {Object.entries<string | undefined>(parts).map(([each, name]) => (
          <Link
            key={each}
            className="segment"
            to={each === first ? at : `${at}/${each}`}
            aria-current={each === part ? 'page' : undefined}
          >
            {name}
          </Link>
        ))}
      </nav>
      {notice}
      <Loaded answer={answer} lines={8}>
        {content[part]}
      </Loaded>
    </div>
  )
}
