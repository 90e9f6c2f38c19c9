import { Contact } from '../../components/contact.tsx'
import { Heading } from '../../page/heading.tsx'
import { Link } from '../../page/history.tsx'
import { usePage } from '../../page/page-context.tsx'
import { about as text } from '../../words/request-access.ts'

/** What this site is and whom to ask; which version runs here is for its operator to know. */
export function AboutScreen() {
  const { name, contact } = usePage().boot.public
  return (
    <div className="card stack stack-wide">
      <div className="stack stack-close">
        <Heading screen={text.screen}>{text.title(name)}</Heading>
        <p className="soft">{text.what(name)}</p>
      </div>
      <section className="stack stack-close" aria-labelledby="about-contact">
        <h2 id="about-contact">{text.contactTitle}</h2>
        {contact === null ? <p className="soft">{text.noContact}</p> : <Contact />}
      </section>
      <Link to="/" className="button plain">
        <span>{text.home}</span>
      </Link>
    </div>
  )
}
