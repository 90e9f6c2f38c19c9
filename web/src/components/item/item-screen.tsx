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

/** One item of a list: its name, and tabs with a path each. */
export function ItemScreen<Item extends { name: string }, Part extends string>(props: ItemScreenProps<Item, Part>) {
  const { list, params, partsLabel, parts, content, answer, isMissing = false, picture, notice } = props
  const [first, ...others] = Object.keys(parts) as Part[] // the keys of a const object are its key type
  const part = params.part === undefined ? first : oneOf(params.part, others)
  if (isMissing || isMissingError(answer.error) || part === undefined) return <NotFoundScreen />
  const { data } = answer
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
      <PartNav label={partsLabel} at={`${list.to}/${params.id}`} parts={parts} chosen={part} />
      {notice}
      <Loaded answer={answer} lines={8}>
        {content[part]}
      </Loaded>
    </div>
  )
}

type PartNavProps<Part extends string> = {
  label: string
  at: string
  parts: Partial<Record<Part, string>>
  chosen: Part
}

/** Sections of a page, each with its own path; the first has the plain one. */
function PartNav<Part extends string>({ label, at, parts, chosen }: PartNavProps<Part>) {
  const all = Object.entries<string | undefined>(parts)
  return (
    <nav className="segments part-nav" aria-label={label}>
      {all.map(([part, name], index) => (
        <Link
          key={part}
          className="segment"
          to={index === 0 ? at : `${at}/${part}`}
          aria-current={part === chosen ? 'page' : undefined}
        >
          {name}
        </Link>
      ))}
    </nav>
  )
}
