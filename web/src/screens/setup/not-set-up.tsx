import { Card } from '../../page/card.tsx'
import { LinkButton } from '../../page/link-button.tsx'
import { CodeBlock } from '../../ui/data/code-block.tsx'
import { notSetUp } from '../../words/pages.ts'

/** Every entry of a site without an owner. */
export function NotSetUpScreen() {
  return (
    <Card screen={notSetUp.screen} title={notSetUp.title} lead={notSetUp.lead}>
      <section className="stack" aria-labelledby="operator">
        <h2 id="operator">{notSetUp.operatorTitle}</h2>
        <p>{notSetUp.operator}</p>
        <CodeBlock title={notSetUp.commandTitle} text={notSetUp.command} words={notSetUp.copy} />
      </section>
      <LinkButton to="/setup">{notSetUp.enterCode}</LinkButton>
    </Card>
  )
}
