import type { Scope } from '@countersign/contract/app/scope.ts'
import { endGrant, type Grant, listGrants } from '@countersign/contract/routes/grant.ts'
import { ActionDialog } from '../../../components/form/action-dialog.tsx'
import { safeLaunchUrl } from '../../../components/launch-url.ts'
import { ButtonLink } from '../../../ui/controls/button.tsx'
import { DialogButton } from '../../../ui/feedback/dialog-button.tsx'
import { apps as text } from '../../../words/account/apps.ts'

type GrantActionsProps = {
  grant: Grant
  labels?: { open: string; disconnect: string }
  onEnded?: () => void
}

export function GrantActions({ grant: { id, app }, labels, onEnded }: GrantActionsProps) {
  const launch = safeLaunchUrl(app.launchUrl)
  return (
    <div className="row">
      {launch ? (
        <ButtonLink href={launch} rel="noreferrer" aria-label={labels?.open}>
          {text.open}
        </ButtonLink>
      ) : null}
      <DialogButton
        aria-label={labels?.disconnect}
        dialog={(onClose) => (
          <ActionDialog
            title={text.confirmTitle(app.name)}
            confirmLabel={text.disconnect}
            route={endGrant}
            call={{ params: { id } }}
            refreshes={[listGrants]}
            done={text.disconnected}
            onDone={onEnded}
            onClose={onClose}
          >
            <p>
              <bdi>{app.name}</bdi> {text.confirm}
            </p>
            <p>{text.confirmAgain}</p>
          </ActionDialog>
        )}
      >
        {text.disconnect}
      </DialogButton>
    </div>
  )
}

const list = new Intl.ListFormat(undefined, { style: 'short', type: 'unit' })
const ORDER = Object.keys(text.scopes) as Scope[] // the keys of a record are its key type

export function describeScopes(scopes: Grant['scopes']): string {
  return list.format(ORDER.filter((scope) => scopes.includes(scope)).map((scope) => text.scopes[scope]))
}
