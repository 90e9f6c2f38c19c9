import { type ErrorCode, errors } from '@countersign/contract/errors.ts'
import { Contact } from '../../components/contact.tsx'
import { Heading } from '../../page/heading.tsx'
import { Link } from '../../page/history.tsx'
import { pages } from '../../words/pages.ts'
import { isProblemCode, wordsForProblem } from '../../words/problems.ts'

const { problems } = pages

/** Where a problem's `type` address leads: what the code means and what to do. */
export function ProblemScreen({ code: written }: { code: string }) {
  const code = written.replace(/%2f/i, '/') // codes of the page are written with a slash
  if (!isProblemCode(code)) {
    return (
      <div className="card stack stack-wide">
        <Heading screen={problems.title}>{problems.unknownTitle}</Heading>
        <p className="soft">{problems.unknown}</p>
        <Onward />
      </div>
    )
  }
  const { title, body, action } = wordsForProblem(code, problems.theWallet)
  return (
    <div className="card stack stack-wide">
      <div className="stack stack-close">
        <Heading screen={problems.title}>{title}</Heading>
        <p className="soft">{body}</p>
      </div>
      <dl className="details small">
        <div>
          <dt className="soft">{problems.code}</dt>
          <dd className="mono" translate="no">
            {code}
          </dd>
        </div>
        <div>
          <dt className="soft">{problems.remedy}</dt>
          <dd>{action}</dd>
        </div>
        {isErrorCode(code) ? <ServerRows code={code} /> : null}
      </dl>
      <Onward />
    </div>
  )
}

function ServerRows({ code }: { code: ErrorCode }) {
  return (
    <>
      <div>
        <dt className="soft">{problems.status}</dt>
        <dd className="mono">{errors[code].status}</dd>
      </div>
      <div>
        <dt className="soft">{problems.retry}</dt>
        <dd>{problems.retries[errors[code].retry]}</dd>
      </div>
    </>
  )
}

function Onward() {
  return (
    <>
      <Link to="/" className="button plain">
        <span>{problems.signIn}</span>
      </Link>
      <Contact />
    </>
  )
}

function isErrorCode(code: string): code is ErrorCode {
  return Object.hasOwn(errors, code)
}
