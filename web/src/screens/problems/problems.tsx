import { type ErrorCode, errors } from '@countersign/contract/error/errors.ts'
import { Contact } from '../../components/contact.tsx'
import { Card } from '../../page/card.tsx'
import { LinkButton } from '../../page/link-button.tsx'
import { type Fact, Facts } from '../../ui/data/facts.tsx'
import { problems } from '../../words/pages.ts'
import { isProblemCode, wordsForProblem } from '../../words/problems.ts'

/** The page behind the `type` URL of a problem response. */
export function ProblemScreen({ code: encoded }: { code: string }) {
  const code = encoded.replace(/%2f/i, '/') // codes of the page contain a slash
  const isListed = isProblemCode(code)
  const { title, body, action } = isListed
    ? wordsForProblem(code, problems.theWallet)
    : { title: problems.unknownTitle, body: problems.unknown, action: '' }
  return (
    <Card screen={problems.title} title={title} lead={body}>
      {isListed ? <Facts className="details stack stack-close small" of={factsOf(code, action)} /> : null}
      <LinkButton to="/">{problems.signIn}</LinkButton>
      <Contact />
    </Card>
  )
}

function factsOf(code: string, action: string): Fact[] {
  const value = (
    <span className="mono" translate="no">
      {code}
    </span>
  )
  const facts: Fact[] = [
    [problems.code, value],
    [problems.remedy, action],
  ]
  if (!isErrorCode(code)) return facts
  const { status, retry } = errors[code]
  return [...facts, [problems.status, String(status)], [problems.retry, problems.retries[retry]]]
}

function isErrorCode(code: string): code is ErrorCode {
  return Object.hasOwn(errors, code)
}
