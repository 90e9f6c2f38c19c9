import { TimeLeft } from '../../components/phone/time-left.tsx'
import { Card } from '../../page/card.tsx'
import { Waiting } from '../../ui/feedback/spinner.tsx'
import { phonePage as text } from '../../words/phone-page.ts'
import type { Approval } from './approval.ts'
import { DeclineButton } from './decline-button.tsx'
import { WithHost } from './with-value.tsx'

type ApprovedProps = { state: Extract<Approval, { step: 'approved' }>; onDecline: () => void }

export function Approved({ state, onDecline }: ApprovedProps) {
  const { digits, asker } = state
  if (digits) return <Digits state={state} digits={digits} onDecline={onDecline} />
  return (
    <Card screen={text.screen} title={text.approvedTitle} lead={text.approved(asker.device)}>
      <Waiting>{text.waiting}</Waiting>
      <DeclineButton state={state} onDecline={onDecline} />
    </Card>
  )
}

function Digits({ state, digits, onDecline }: ApprovedProps & { digits: string }) {
  return (
    <Card screen={text.screen} title={text.digitsTitle} lead={<WithHost text={text.digitsLead} />}>
      <div className="approval-shown stack stack-close">
        <p className="approval-digits panel mono" dir="ltr" translate="no">
          {digits.slice(0, 3)} {digits.slice(3)}
        </p>
        <TimeLeft until={state.endsAt} />
      </div>
      <DeclineButton state={state} onDecline={onDecline} />
    </Card>
  )
}
