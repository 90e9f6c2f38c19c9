import { usePage } from '../page/page-context.tsx'
import { requestAccess as text } from '../words/request-access.ts'

/** How to reach the administrator; nothing where they published no contact. */
export function Contact() {
  const { contact } = usePage().boot.public
  if (contact === null) return null
  return (
    <p className="small">
      <a className="text-link" href={contactHref(contact)} rel="noreferrer">
        {text.contact}
      </a>
    </p>
  )
}

/** The setting is an https link or an e-mail address, and nothing else becomes a link. */
export function contactHref(contact: string): string {
  return contact.startsWith('https://') ? contact : `mailto:${encodeURI(contact)}`
}
