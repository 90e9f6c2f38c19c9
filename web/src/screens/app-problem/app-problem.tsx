import { mayDo } from '@countersign/contract/permission.ts'
import { Contact } from '../../components/contact.tsx'
import { Heading } from '../../page/heading.tsx'
import { Link, useQuery } from '../../page/history.tsx'
import { usePage } from '../../page/page-context.tsx'
import { appProblem as text } from '../../words/interaction.ts'

type Code = keyof typeof text.codes

/** For someone who is signed in and may see apps: where the reason and the settings are. */
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

/** What an app asked for and could not be told: nothing of the request is shown, since anyone can write one. */
export function AppProblemScreen() {
  const asked = useQuery('code') ?? ''
  const code = Object.hasOwn(text.codes, asked) ? (asked as Code) : 'invalid_request' // own keys only
  const { title, body, operator } = text.codes[code]
  const [to, way] = code === 'invalid_sign_out' ? ['/sign-out', text.signOut] : ['/', text.home]
  return (
    <div className="card stack stack-wide">
      <div className="stack stack-close">
        <Heading screen={text.screen}>{title}</Heading>
        <p className="soft">{body}</p>
      </div>
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
      <Link to={to} className="button plain">
        <span>{way}</span>
      </Link>
      <Contact />
    </div>
  )
}
