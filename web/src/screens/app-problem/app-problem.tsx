import { mayDo } from '@countersign/contract/permission.ts'
import { Contact } from '../../components/contact.tsx'
import { Card } from '../../page/card.tsx'
import { Link, useQuery } from '../../page/history.tsx'
import { LinkButton } from '../../page/link-button.tsx'
import { usePage } from '../../page/page-context.tsx'
import { appProblem as text } from '../../words/interaction.ts'
import { isKey } from '../../words/is-key.ts'

function AppLinks() {
  const app = useQuery('app') ?? ''
  const role = usePage().boot.session?.me.role
  if (!/^app_[0-9A-Z]{26}$/.test(app) || role === undefined || !mayDo(role, 'apps.read')) return null
  return (
    <p>
      <Link to={`/admin/activity?app=${app}`}>{text.toActivity}</Link> ·{' '}
      <Link to={`/admin/apps/${app}`}>{text.toApp}</Link>
    </p>
  )
}

/** A refused app request that cannot be returned to the app. Nothing of it is shown, because anyone can craft one. */
export function AppProblemScreen() {
  const requested = useQuery('code') ?? ''
  const code = isKey(text.codes, requested) ? requested : 'invalid_request'
  const { title, body, operator } = text.codes[code]
  const [to, way] = code === 'invalid_sign_out' ? ['/sign-out', text.signOut] : ['/', text.home]
  return (
    <Card screen={text.screen} title={title} lead={body}>
      <section className="stack stack-close small" aria-labelledby="app-problem-operator">
        <h2 id="app-problem-operator" className="small">
          {text.operator}
        </h2>
        <p className="soft">{operator}</p>
        <p className="soft">{text.log}</p>
        <AppLinks />
        <p className="soft">
          {text.code}{' '}
          <span className="mono" translate="no">
            {code}
          </span>
        </p>
      </section>
      <LinkButton to={to}>{way}</LinkButton>
      <Contact />
    </Card>
  )
}
