import * as routes from '@countersign/contract/routes/admin/network.ts'
import {
  CircleAlert,
  CircleCheck,
  CircleDashed,
  type IconNode,
  Network as NetworkIcon,
  PowerOff,
  SquareTerminal,
} from 'lucide'
import { useAction, useRouteQuery } from '../../../components/account-data.tsx'
import { ActionDialog } from '../../../components/form/action-dialog.tsx'
import { ListScreen } from '../../../components/item/list-screen.tsx'
import { ErrorNotice } from '../../../components/loaded.tsx'
import { Timestamp } from '../../../components/timestamp.tsx'
import { Button } from '../../../ui/controls/button.tsx'
import { Tag } from '../../../ui/data/tag.tsx'
import { DialogButton } from '../../../ui/feedback/dialog-button.tsx'
import { showToast } from '../../../ui/feedback/toast.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { WithCode } from '../../../ui/with-code.tsx'
import { networks as words } from '../../../words/admin/networks.ts'
import { AddNetworkDialog, ChangeNetworkDialog } from './network-dialog.tsx'
import './networks.css'

export function NetworksScreen() {
  return (
    <ListScreen
      words={words}
      icon={NetworkIcon}
      answer={useRouteQuery(routes.listNetworks)}
      add={{ dialog: (onClose) => <AddNetworkDialog onClose={onClose} /> }}
      list={({ items }) => (
        <ul className="stack" aria-label={words.title}>
          {items.map((network) => (
            <li key={network.id}>
              <NetworkCard network={network} />
            </li>
          ))}
        </ul>
      )}
    >
      <section className="sheet sheet-even stack">
        <h2>{words.learnTitle}</h2>
        <ul className="bullets stack stack-close">
          {words.learn.map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
        <p className="soft">{words.learnOwn}</p>
      </section>
    </ListScreen>
  )
}

function NetworkCard({ network }: { network: routes.Network }) {
  const { name, chainId, source, enabled, endpoints } = network
  return (
    <article className="sheet sheet-even stack">
      <div className="sheet-head break">
        <h2>
          <bdi>{name}</bdi>
        </h2>
        <span className="small soft">{words.chain(chainId)}</span>
        {source === 'environment' ? <Tag icon={SquareTerminal}>{words.byEnvironment}</Tag> : null}
        {enabled ? null : <Tag icon={PowerOff}>{words.disabled}</Tag>}
      </div>
      {enabled ? null : <p className="soft">{words.disabledNote}</p>}
      <ul className="stack stack-medium" aria-label={`${words.endpoints}: ${name}`}>
        {endpoints.map((endpoint, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: masked URLs may be equal, and keep their order
          <li key={index}>
            <EndpointRow endpoint={endpoint} />
          </li>
        ))}
      </ul>
      {enabled && endpoints.length === 1 ? <p className="small soft">{words.addSecondEndpoint}</p> : null}
      {source === 'environment' ? (
        <p className="small soft">
          <WithCode text={words.environmentNote(`RPC_${chainId}`)} />
        </p>
      ) : null}
      <Actions network={network} />
    </article>
  )
}

const ICONS: Record<routes.Endpoint['state'], IconNode> = { unknown: CircleDashed, up: CircleCheck, down: CircleAlert }

function EndpointRow({ endpoint: { url, state, latencyMs, problem, lastOkAt } }: { endpoint: routes.Endpoint }) {
  return (
    <div className={`endpoint break ${state}`}>
      <Icon icon={ICONS[state]} size={20} />
      <div>
        <p className="mono break" dir="ltr" translate="no">
          {url}
        </p>
        <p className="small soft endpoint-facts">
          <span className="endpoint-state">
            {state === 'unknown' && problem !== null ? words.failedOnce : words.states[state]}
          </span>
          {latencyMs === null ? null : <span>{words.latency(Math.round(latencyMs))}</span>}
          {lastOkAt === null ? null : (
            <span>
              {words.lastOk} <Timestamp at={lastOkAt} />
            </span>
          )}
          {state === 'down' && lastOkAt === null ? <span>{words.never}</span> : null}
        </p>
        {problem === null ? null : <p className="small endpoint-problem">{problem}</p>}
      </div>
    </div>
  )
}

/** Networks from the environment can only be tested here. */
function Actions({ network }: { network: routes.Network }) {
  const { id, name, version, enabled, source } = network
  const test = useAction(routes.testNetwork, { refreshes: [routes.listNetworks] })
  const toast = enabled ? words.networkDisabled : words.networkEnabled
  const toggle = useAction(routes.updateNetwork, { refreshes: [routes.listNetworks], toast })
  const busy = test.isPending || toggle.isPending
  const runTest = () =>
    test.run({ params: { id } }, ({ endpoints }) => {
      const up = endpoints.filter(({ state, problem }) => state !== 'down' && !problem)
      showToast(words.tested(up.length, endpoints.length))
    })
  const runToggle = () => toggle.run({ params: { id }, version, body: { enabled: !enabled } })
  const error = test.error ?? toggle.error
  return (
    <>
      {error ? <ErrorNotice error={error} /> : null}
      <div className="row">
        <Button aria-label={words.testOf(name)} busy={busy} onClick={runTest}>
          {test.isPending ? words.testing : words.test}
        </Button>
        {source === 'environment' ? null : (
          <>
            <DialogButton
              aria-label={words.editOf(name)}
              busy={busy}
              dialog={(onClose) => <ChangeNetworkDialog network={network} onClose={onClose} />}
            >
              {words.edit}
            </DialogButton>
            <Button aria-label={enabled ? words.disableOf(name) : words.enableOf(name)} busy={busy} onClick={runToggle}>
              {enabled ? words.disable : words.enable}
            </Button>
            <DialogButton
              aria-label={words.removeOf(name)}
              busy={busy}
              dialog={(onClose) => (
                <ActionDialog
                  title={words.removeTitle(name)}
                  confirmLabel={words.remove}
                  route={routes.deleteNetwork}
                  call={{ params: { id }, version }}
                  refreshes={[routes.listNetworks]}
                  done={words.removed}
                  onClose={onClose}
                >
                  <p>{words.removeBody}</p>
                </ActionDialog>
              )}
            >
              {words.remove}
            </DialogButton>
          </>
        )}
      </div>
    </>
  )
}
