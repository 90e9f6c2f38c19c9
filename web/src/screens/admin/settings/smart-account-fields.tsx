import { knownFactories } from '@countersign/contract/factories.ts'
import { useId } from 'react'
import { Button } from '../../../ui/button.tsx'
import { Disclosure } from '../../../ui/disclosure.tsx'
import { announce } from '../../../ui/live.ts'
import { TextArea } from '../../../ui/text-area.tsx'
import { site } from '../../../words/admin.ts'
import { DEFAULT_TEXT } from './factory-list.ts'
import { Part, type PartProps } from './settings-fields.tsx'

const { settings: words } = site

/** What is asked of nodes, and what they are believed about. */
export function SmartAccounts(part: PartProps) {
  return (
    <Part title={words.chains}>
      <Names {...part} />
      <Factories {...part} />
    </Part>
  )
}

function Names({ values, change, locked }: PartProps) {
  const id = useId()
  return (
    <label className="settings-choice">
      <input
        type="checkbox"
        aria-describedby={id}
        aria-label={words.ens}
        checked={values.ens}
        disabled={locked}
        onChange={(event) => change({ ens: event.currentTarget.checked })}
      />
      <span>
        <span className="settings-choice-name">{words.ens}</span>
        <span id={id} className="small soft">
          {words.ensHint}
        </span>
      </span>
    </label>
  )
}

function Factories({ values, change, refusals, locked }: PartProps) {
  const putBack = () => {
    change({ factories: DEFAULT_TEXT })
    announce(words.factoriesPutBack)
  }
  return (
    <div className="stack stack-close">
      <TextArea
        className="mono settings-factories"
        label={words.factories}
        hint={words.factoriesHint}
        refusal={refusals.factories}
        value={values.factories}
        rows={7}
        readOnly={locked}
        wrap="off"
        autoComplete="off"
        autoCapitalize="off"
        spellCheck={false}
        onChange={(event) => change({ factories: event.currentTarget.value })}
      />
      {locked || values.factories === DEFAULT_TEXT ? null : (
        <div>
          <Button onClick={putBack}>{words.factoriesDefault}</Button>
        </div>
      )}
      <Disclosure label={words.factoriesKnown}>
        <dl className="settings-known">
          {knownFactories.map(({ name, address }) => (
            <div key={address}>
              <dt className="small soft">{name}</dt>
              <dd className="mono">{address}</dd>
            </div>
          ))}
        </dl>
      </Disclosure>
    </div>
  )
}
