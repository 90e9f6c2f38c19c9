import type { getInteraction } from '@countersign/contract/routes/interaction.ts'
import { errorCode } from '../../components/error-code.ts'
import type { Lookup } from '../../components/use-lookup.ts'
import { Card } from '../../page/card.tsx'
import { LinkButton } from '../../page/link-button.tsx'
import { Button } from '../../ui/controls/button.tsx'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import { interaction as text } from '../../words/interaction.ts'
import { wordsForProblem } from '../../words/problems.ts'

const EXPIRED = ['interaction_expired', 'invalid_body', 'not_found']

export function RequestStatus({ lookup, onRetry }: { lookup: Lookup<typeof getInteraction>; onRetry: () => void }) {
  if (lookup.status !== 'failed') {
    return (
      <Card key="loading" screen={text.screen} title={text.oneMoment}>
        <Skeleton label={text.loading} lines={5} />
      </Card>
    )
  }
  const code = errorCode(lookup.error)
  if (EXPIRED.includes(code)) {
    return (
      <Card key="expired" screen={text.expiredTitle} title={text.expiredTitle} lead={text.expired}>
        <LinkButton to="/">{text.toAccount}</LinkButton>
      </Card>
    )
  }
  return (
    <Card key="failed" screen={text.notReachedTitle} title={text.notReachedTitle} lead={wordsForProblem(code, '').body}>
      <Button look="primary" onClick={onRetry}>
        {text.tryAgain}
      </Button>
    </Card>
  )
}
