import { Contact } from '../../components/contact.tsx'
import { Card } from '../../page/card.tsx'
import { LinkButton } from '../../page/link-button.tsx'
import { usePage } from '../../page/page-context.tsx'
import { about as text } from '../../words/request-access.ts'

export function AboutScreen() {
  const { name, contact } = usePage().boot.public
  return (
    <Card screen={text.screen} title={text.title(name)} lead={text.what(name)}>
      <section className="stack stack-close" aria-labelledby="about-contact">
        <h2 id="about-contact">{text.contactTitle}</h2>
        {contact === null ? <p className="soft">{text.noContact}</p> : <Contact />}
      </section>
      <LinkButton to="/">{text.home}</LinkButton>
    </Card>
  )
}
