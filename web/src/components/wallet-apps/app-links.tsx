import { ArrowUpRight } from 'lucide'
import { useEffect, useState } from 'react'
import { detectBrowser } from '../../page/browser-environment.ts'
import { usePage } from '../../page/page-context.tsx'
import { CopyButton } from '../../ui/controls/copy-button.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'
import { Icon } from '../../ui/icon.tsx'
import { help } from '../../words/pages.ts'
import { steps } from '../../words/steps.ts'
import { appLinks, linkForApps } from './app-link.ts'

export function AppLinks() {
  const page = linkForApps(new URL(location.href))
  const offered = usePage().boot.public
  const returned = useReturned()
  return (
    <div className="stack">
      <ul className="stack stack-close">
        {appLinks(page, detectBrowser().system, offered).map(({ name, url }) => (
          <li key={name}>
            <a className="link-row" href={url} rel="noreferrer">
              <span>{help.openIn(name)}</span>
              <Icon icon={ArrowUpRight} size={16} />
            </a>
          </li>
        ))}
      </ul>
      {returned ? <Notice>{help.returned}</Notice> : <p className="small soft">{help.otherApp}</p>}
      <CopyButton text={page.href} label={steps.signIn.copyLink} done={steps.signIn.linkCopied} />
    </div>
  )
}

function useReturned(): boolean {
  const [returned, setReturned] = useState(false)
  useEffect(() => {
    let left = false
    const onChange = () => {
      if (document.visibilityState === 'hidden') left = true
      else if (left) setReturned(true)
    }
    document.addEventListener('visibilitychange', onChange)
    return () => document.removeEventListener('visibilitychange', onChange)
  }, [])
  return returned
}
