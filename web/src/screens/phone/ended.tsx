import type { OpenedPhoneRequest } from '@countersign/contract/routes/phone.ts'
import { Card } from '../../page/card.tsx'
import { Button } from '../../ui/controls/button.tsx'
import { Mark } from '../../ui/mark.tsx'
import { phonePage as text } from '../../words/phone-page.ts'
import { wordsForProblem } from '../../words/problems.ts'
import type { End } from './approval.ts'

type EndedProps = { end: End; asker: OpenedPhoneRequest | undefined; onOtherCode?: () => void }

export function Ended({ end, asker, onOtherCode }: EndedProps) {
  const { title, body } = endWords(end, asker)
  return (
    <Card screen={text.screen} title={title} lead={body}>
      {end === 'completed' ? (
        <div className="approval-mark">
          <Mark size={72} />
        </div>
      ) : null}
      {onOtherCode && end !== 'completed' && end !== 'declined' ? (
        <Button onClick={onOtherCode}>{text.otherCode}</Button>
      ) : null}
    </Card>
  )
}

export function endWords(end: End, asker: OpenedPhoneRequest | undefined): { title: string; body: string } {
  switch (end) {
    case 'completed':
      return { title: text.done.title, body: asker ? text.done.body(asker.device) : text.doneUnnamed }
    case 'declined':
    case 'canceled':
      return text[end]
    default:
      return wordsForProblem(end, '')
  }
}
