import { type Device, forgetDevice, listDevices } from '@countersign/contract/routes/session.ts'
import { useRouteMutation, useRouteQuery } from '../../../components/account-data.tsx'
import { ErrorNotice, Loaded } from '../../../components/loaded.tsx'
import { Timestamp } from '../../../components/timestamp.tsx'
import { Button } from '../../../ui/controls/button.tsx'
import { List } from '../../../ui/data/list.tsx'
import { Tag } from '../../../ui/data/tag.tsx'
import { sessions as text } from '../../../words/account/sessions.ts'

export function Devices() {
  const answer = useRouteQuery(listDevices)
  return (
    <section className="sheet" aria-labelledby="devices-title">
      <h2 id="devices-title">{text.devicesTitle}</h2>
      <p className="soft">{text.devicesLead}</p>
      <Loaded answer={answer}>
        {({ items }) => (
          <List of={items} className="sheet-list" empty={<p className="sheet-empty soft">{text.noDevices}</p>}>
            {(device) => <DeviceRow device={device} />}
          </List>
        )}
      </Loaded>
    </section>
  )
}

function DeviceRow({ device: { id, label, current, maskedIp, lastSeenAt, firstSeenAt } }: { device: Device }) {
  const forget = useRouteMutation(forgetDevice, { refreshes: [listDevices], toast: text.deviceRemoved })
  return (
    <>
      <div className="device-row spread">
        <div>
          <div className="row">
            <h3>{label}</h3>
            {current ? <Tag tone="good">{text.here}</Tag> : null}
          </div>
          <p className="small soft">
            {text.ip(maskedIp)} · {text.lastSeen} <Timestamp at={lastSeenAt} />, {text.firstSeen}{' '}
            <Timestamp at={firstSeenAt} exact />
          </p>
        </div>
        <Button
          aria-label={text.removeDeviceOf(label)}
          busy={forget.isPending}
          onClick={() => forget.mutate({ params: { id } })}
        >
          {text.removeDevice}
        </Button>
      </div>
      {forget.error ? <ErrorNotice error={forget.error} /> : null}
    </>
  )
}
