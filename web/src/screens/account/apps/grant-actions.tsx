import type { Scope } from '@countersign/contract/app/scope.ts'
import { endGrant, type Grant, listGrants } from '@countersign/contract/routes/grant.ts'
import { useState } from 'react'
import { useRouteMutation } from '../../../components/account-data.tsx'
import { safeLaunchUrl } from '../../../components/launch-url.ts'
import { errorWords } from '../../../components/loaded.tsx'
import { Button, ButtonLink } from '../../../ui/controls/button.tsx'
import { ConfirmDialog } from '../../../ui/feedback/confirm-dialog.tsx'
import { account } from '../../../words/account/account.ts'
import { apps as text } from '../../../words/account/apps.ts'

type GrantActionsProps = {
  grant: Grant
  labels?: { open: string; disconnect: string }
  onEnded?: () => void
}

export function GrantActions({ grant: { id, app }, labels, onEnded }: GrantActionsProps) {
  const [confirming, setConfirming] = useState(false)
  const end = useRouteMutation(endGrant, { refreshes: [listGrants], toast: text.disconnected })
  // Not a callback of `mutate`, which is dropped when the refreshed list unmounts the dialog.
  const disconnect = () => end.mutateAsync({ params: { id } }).then(onEnded, () => undefined)
  const close = () => {
    setConfirming(false)
    end.reset()
  }
  const launch = safeLaunchUrl(app.launchUrl)
  return (
    <>
      <div className="row">
        {launch ? (
          <ButtonLink href={launch} rel="noreferrer" aria-label={labels?.open}>
            {text.open}
          </ButtonLink>
        ) : null}
        <Button aria-label={labels?.disconnect} onClick={() => setConfirming(true)}>
          {text.disconnect}
        </Button>
      </div>
      {confirming ? (
        <ConfirmDialog
          title={text.confirmTitle(app.name)}
          confirmLabel={text.disconnect}
          cancelLabel={account.cancel}
          busy={end.isPending}
          error={end.error ? errorWords(end.error).body : undefined}
          onConfirm={() => void disconnect()}
          onClose={close}
        >
          <p>
            <bdi>{app.name}</bdi> {text.confirm}
          </p>
          <p>{text.confirmAgain}</p>
        </ConfirmDialog>
      ) : null}
    </>
  )
}

const list = new Intl.ListFormat(undefined, { style: 'short', type: 'unit' })
const ORDER = Object.keys(text.scopes) as Scope[] // the keys of a record are its key type

export function describeScopes(scopes: Grant['scopes']): string {
  return list.format(ORDER.filter((scope) => scopes.includes(scope)).map((scope) => text.scopes[scope]))
}
