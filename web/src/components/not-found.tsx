import { Heading } from '../page/heading.tsx'
import { Link } from '../page/history.tsx'
import { pages } from '../words/pages.ts'

const { notFound } = pages

export function NotFoundScreen() {
  return (
    <div className="card stack stack-wide">
      <div className="stack stack-close">
        <Heading screen={notFound.title}>{notFound.heading}</Heading>
        <p className="soft">{notFound.body}</p>
      </div>
      <Link to="/" className="button primary">
        <span>{notFound.home}</span>
      </Link>
    </div>
  )
}
