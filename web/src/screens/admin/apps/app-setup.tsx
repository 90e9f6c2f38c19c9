import type { App } from '@countersign/contract/routes/admin/app.ts'
import { endpointsOf } from '../../../components/admin/endpoints.ts'
import { usePage } from '../../../page/page-context.tsx'
import { Disclosure } from '../../../ui/controls/disclosure.tsx'
import { CodeBlock } from '../../../ui/data/code-block.tsx'
import { CopyValue } from '../../../ui/data/copy-value.tsx'
import { type Fact, Facts } from '../../../ui/data/facts.tsx'
import { WithCode } from '../../../ui/with-code.tsx'
import { copyWords, apps as words } from '../../../words/admin/apps.ts'
import { setupFiles } from './software/setup.ts'
import { UNKNOWN_KEY, UNKNOWN_SECRET } from './software/setup-values.ts'
import './apps.css'

type SetupProps = { app: App /** Null where there is none or it cannot be shown again. */; secret: string | null }

export function AppSetup({ app, secret }: SetupProps) {
  const { name, origin } = usePage().boot.public
  const files = setupFiles(app, { origin, name, secret })
  const isGeneric = app.preset === 'other' || app.preset === 'spa'
  return (
    <>
      <Values app={app} secret={secret} origin={origin} />
      {files.length > 0 ? (
        <section className="stack">
          <h2>{isGeneric ? words.piecesOwn : words.pieces(words.presets[app.preset].name)}</h2>
          <p className="soft">
            {words.piecesNote} <Placeholder app={app} secret={secret} />
          </p>
          {files.map(({ file, text }) => (
            <CodeBlock key={file} title={file} text={text} words={copyWords(file)} />
          ))}
        </section>
      ) : null}
    </>
  )
}

function Placeholder({ app: { authMethod }, secret }: SetupProps) {
  if (secret !== null || authMethod === 'none') return null
  const isKey = authMethod === 'private_key_jwt'
  return <WithCode text={isKey ? words.piecesKey(UNKNOWN_KEY) : words.piecesUnknown(UNKNOWN_SECRET)} />
}

function Values({ app, secret, origin }: SetupProps & { origin: string }) {
  const { issuer, ...single } = endpointsOf(origin)
  const endpoints = Object.entries(single) as [keyof typeof single, string][] // its own keys
  return (
    <section className="sheet app-values">
      <h2>{words.values}</h2>
      <Facts
        of={[
          copyFact(words.clientId, app.clientId),
          secret === null ? null : copyFact(words.secret, secret),
          copyFact(words.issuer, issuer),
          copyFact(words.redirect, app.redirectUris[0] ?? ''),
          copyFact(words.scopes, app.scopes.join(' ')),
        ]}
      />
      <Disclosure label={words.single}>
        <Facts of={endpoints.map(([name, url]) => copyFact(words[name], url))} />
      </Disclosure>
    </section>
  )
}

function copyFact(term: string, value: string): Fact {
  return [term, <CopyValue key={term} text={value} words={copyWords(term)} />]
}
