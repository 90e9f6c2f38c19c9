import { type Finding, getHealth, type HealthCheck } from '@countersign/contract/routes/admin/health.ts'
import { useRouteQuery } from '../../../components/account-data.tsx'
import { LinkButton } from '../../../page/link-button.tsx'
import { Notice } from '../../../ui/feedback/notice.tsx'
import { admin } from '../../../words/admin/admin.ts'
import { site } from '../../../words/admin/site.ts'

const { overview } = admin

/** Above everything else, and only when something is wrong. `except`: what the checklist asks for. */
export function HealthProblems({ except }: { except: HealthCheck[] }) {
  const { data } = useRouteQuery(getHealth, { query: { browserOrigin: location.origin } })
  const problems = data?.items.filter(({ check, state }) => state === 'bad' && !except.includes(check)) ?? []
  if (problems.length === 0) return null
  return (
    <Notice tone="bad" title={overview.problems} actions={<LinkButton to="/admin/health">{overview.fix}</LinkButton>}>
      <ul className="stack stack-close">
        {problems.map((finding) => (
          <Problem key={finding.check} finding={finding} />
        ))}
      </ul>
    </Notice>
  )
}

function Problem({ finding: { check, text } }: { finding: Finding }) {
  return (
    <li>
      <strong>{site.health.checks[check]}:</strong> {text}
    </li>
  )
}
