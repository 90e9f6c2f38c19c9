import { usePage } from '../page/page-context.tsx'
import { requestAccess as text } from '../words/request-access.ts'

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

function contactHref(contact: string): string {
  return contact.startsWith('https://') ? contact : `mailto:${encodeURI(contact)}`
}
