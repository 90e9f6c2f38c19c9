import type { ComponentProps, ReactNode } from 'react'
import { account } from '../../words/account/account.ts'
import { oneOf } from '../admin/options.ts'
import { Loaded } from '../loaded.tsx'
import { NotFoundScreen } from '../not-found.tsx'
import { type Crumb, ScreenHead } from '../screen-head.tsx'
import { PartNav } from './part-nav.tsx'

type ItemScreenProps<Item, Part extends string> = {
  /** The list that it is in. */
  list: Crumb
  params: Record<string, string>
  partsLabel: string
  /** Those that this person may see. */
  parts: Partial<Record<Part, string>>
  answer: ComponentProps<typeof Loaded<Item>>['answer']
  isMissing: boolean
  picture?: (item: Item) => ReactNode
  notice?: ReactNode
  children: (item: Item, part: Part) => ReactNode
}

/** One item of a list: its name, and tabs with a path each. */
export function ItemScreen<Item extends { name: string }, Part extends string>(props: ItemScreenProps<Item, Part>) {
  const { list, params, partsLabel, parts, answer, isMissing, picture, notice, children } = props
  const [first, ...others] = Object.keys(parts) as Part[] // the keys of a const object are its key type
  const part = params.part === undefined ? first : oneOf(params.part, others)
  if (isMissing || part === undefined) return <NotFoundScreen />
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
        {(item) => children(item, part)}
      </Loaded>
    </div>
  )
}
