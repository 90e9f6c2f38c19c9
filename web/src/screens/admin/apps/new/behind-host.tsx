import settings from '../../../../../../examples/gitea/app.ini?raw'
import { giteaHelp } from '../../../../components/help/admin-help.ts'
import { DocumentationLink } from '../../../../components/help/documentation-link.tsx'
import { Link } from '../../../../page/history.tsx'
import { Disclosure } from '../../../../ui/controls/disclosure.tsx'
import { CodeBlock } from '../../../../ui/data/code-block.tsx'
import { Notice } from '../../../../ui/feedback/notice.tsx'
import { apps as words } from '../../../../words/admin/apps.ts'
import { hosts } from '../../../../words/admin/hosts.ts'

const { gitea: lacks } = words

/** For software without PKCE: protect it with forward-auth instead. */
export function BehindHost() {
  const [before, shown, after] = lacks.name
  return (
    <>
      <Notice
        tone="warn"
        title={lacks.title}
        actions={
          <Link to="/admin/hosts" className="button">
            <span>{hosts.title}</span>
          </Link>
        }
      >
        <p>{lacks.why}</p>
        <p>{lacks.instead}</p>
      </Notice>
      <Disclosure label={lacks.settings}>
        <div className="stack">
          <p className="soft">{lacks.read}</p>
          <CodeBlock
            title="app.ini"
            text={settings}
            words={{ copy: words.copy, spoken: words.copyOf('app.ini'), done: words.copied }}
          />
          <p className="soft">
            {before}
            <code translate="no">{shown}</code>
            {after}
          </p>
          <p className="soft">
            {lacks.git} <DocumentationLink href={giteaHelp}>{lacks.gitHelp}</DocumentationLink>
          </p>
          <p className="soft">{lacks.own}</p>
        </div>
      </Disclosure>
    </>
  )
}
