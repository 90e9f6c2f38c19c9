import { usePage } from '../page/page-context.tsx'
import { requestAccess as text } from '../words/request-access.ts'

export function Contact() {
  const { contact } = usePage().boot.public
  if (contact === null) return null
  const href = contact.startsWith('https://') ? contact : `mailto:${encodeURI(contact)}`
  return (
    <p className="small">
      <a className="text-link" href={href} rel="noreferrer">
        {text.contact}
      </a>
    </p>
  )
}
