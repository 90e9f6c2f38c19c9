import { AccessCard } from '../../../components/access/access-card.tsx'
import { NotFoundScreen } from '../../../components/not-found.tsx'
import { useQuery } from '../../../page/history.tsx'
import { LinkButton } from '../../../page/link-button.tsx'
import { ButtonLink } from '../../../ui/controls/button.tsx'
import { requestAccess as text } from '../../../words/request-access.ts'

/** Access to a protected host. */
export function AccessScreen() {
  const host = useQuery('host')
  if (!host) return <NotFoundScreen />
  return (
    <AccessCard
      target={{ host }}
      switchTo={`/sign-in?switch=1&return_to=${encodeURIComponent(location.pathname + location.search)}`}
      enter={({ url }) =>
        url ? (
          <ButtonLink look="primary" href={url}>
            {text.openIt}
          </ButtonLink>
        ) : null
      }
      leave={<LinkButton to="/home">{text.home}</LinkButton>}
    />
  )
}
