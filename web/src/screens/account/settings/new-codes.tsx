import { Download, Printer } from 'lucide'
import { useCallback, useState } from 'react'
import { type Crumb, ScreenHead } from '../../../components/screen-head.tsx'
import { useLeaveGuard } from '../../../forms/leave-guard.tsx'
import { usePage } from '../../../page/page-context.tsx'
import { Button } from '../../../ui/controls/button.tsx'
import { CopyButton } from '../../../ui/controls/copy-button.tsx'
import { Checkbox } from '../../../ui/controls/field.tsx'
import { saveFile } from '../../../ui/controls/save-file.ts'
import { announce } from '../../../ui/feedback/live.ts'
import { Notice } from '../../../ui/feedback/notice.tsx'
import { recovery as text } from '../../../words/account/settings.ts'
import './print.css'

/** Shown once: the page can be left once the person confirms that the codes are stored. */
export function NewCodes({ codes, crumbs, onDone }: { codes: string[]; crumbs: Crumb[]; onDone: () => void }) {
  const { name, origin } = usePage().boot.public
  const [kept, setKept] = useState(false)
  const [reminded, setReminded] = useState(false)
  const remind = useCallback(() => {
    setReminded(true)
    announce(text.saveFirst, 'assertive')
  }, [])
  useLeaveGuard(!kept, remind)
  const sheet = [text.printTitle(name), text.printLead(`${origin}/recover`), '', ...codes, ''].join('\n')
  return (
    <div className="stack stack-wide">
      <ScreenHead title={text.newTitle} lead={text.newLead} screen={text.title} crumbs={crumbs} />
      <section className="codes sheet sheet-even">
        <div className="codes-print">
          <h2>{text.printTitle(name)}</h2>
          <p>{text.printLead(`${origin}/recover`)}</p>
        </div>
        <ol aria-label={text.list}>
          {codes.map((code) => (
            <li key={code} className="mono" dir="ltr" translate="no">
              {code}
            </li>
          ))}
        </ol>
      </section>
      <div className="codes-actions stack">
        <div className="actions calm">
          <CopyButton text={codes.join('\n')} label={text.copy} done={text.copied} />
          <Button icon={Printer} onClick={() => print()}>
            {text.print}
          </Button>
          <Button icon={Download} onClick={() => saveFile({ name: text.file, text: sheet, type: 'text/plain' })}>
            {text.save}
          </Button>
        </div>
        <Checkbox label={text.savedLabel} checked={kept} onChange={(event) => setKept(event.currentTarget.checked)} />
        {reminded && !kept ? <Notice tone="warn">{text.saveFirst}</Notice> : null}
        <div className="actions calm">
          <Button look="primary" onClick={kept ? onDone : remind}>
            {text.done}
          </Button>
        </div>
      </div>
    </div>
  )
}
