import { isWildcard } from '@countersign/contract/host/host-name.ts'
import { type Host, listHosts, rotateCheckPath } from '@countersign/contract/routes/admin/host.ts'
import { useState } from 'react'
import caddy from '../../../../../examples/caddy/Caddyfile?raw'
import nginx from '../../../../../examples/nginx/protected-site.conf?raw'
import traefik from '../../../../../examples/traefik/dynamic.yaml?raw'
import { optionsOf } from '../../../components/admin/options.ts'
import { ActionDialog } from '../../../components/form/action-dialog.tsx'
import { usePage } from '../../../page/page-context.tsx'
import { Select } from '../../../ui/controls/select.tsx'
import { CodeBlock } from '../../../ui/data/code-block.tsx'
import { DialogButton } from '../../../ui/feedback/dialog-button.tsx'
import { copyWords } from '../../../words/admin/apps.ts'
import { hosts as words } from '../../../words/admin/hosts.ts'
import { fillProxy } from './fill-proxy.ts'

/** The files in examples/, which the tests run. */
const PROXIES = {
  nginx: { file: 'protected-site.conf', text: nginx },
  caddy: { file: 'Caddyfile', text: caddy },
  traefik: { file: 'dynamic.yaml', text: traefik },
}

export function ProxySetup({ host, checkPath }: { host: Host; checkPath: string }) {
  const [proxy, setProxy] = useState<keyof typeof PROXIES>('nginx')
  const { origin } = usePage().boot.public
  const { file, text } = PROXIES[proxy]
  return (
    <section className="stack">
      <h2>{words.setup}</h2>
      <div className="field-row">
        <Select label={words.proxy} value={proxy} options={optionsOf(words.proxies)} onChoose={setProxy} />
      </div>
      <p className="soft">
        {words.setupNote} {isWildcard(host.host) ? words.wildcardNote : null}
      </p>
      <CodeBlock
        title={file}
        text={fillProxy(text, { host: host.host, headers: host.headers, origin, checkPath })}
        words={copyWords(file)}
      />
      <CheckPath />
    </section>
  )
}

function CheckPath() {
  return (
    <>
      <h3>{words.checkPath.title}</h3>
      <p className="soft">{words.checkPath.lead}</p>
      <div>
        <DialogButton
          dialog={(onClose) => (
            <ActionDialog
              title={words.checkPath.rotateTitle}
              confirmLabel={words.checkPath.rotate}
              route={rotateCheckPath}
              call={{}}
              refreshes={[listHosts]}
              done={words.checkPath.rotated}
              onClose={onClose}
            >
              <p>{words.checkPath.rotateBody}</p>
            </ActionDialog>
          )}
        >
          {words.checkPath.rotate}
        </DialogButton>
      </div>
    </>
  )
}
