import { Card } from '../page/card.tsx'
import { LinkButton } from '../page/link-button.tsx'
import { notFound } from '../words/pages.ts'

export function NotFoundScreen() {
  return (
    <Card screen={notFound.title} title={notFound.heading} lead={notFound.body}>
      <LinkButton to="/" look="primary">
        {notFound.home}
      </LinkButton>
    </Card>
  )
}
