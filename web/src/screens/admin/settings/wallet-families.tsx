import { families, type Namespace, namespaces } from '@countersign/contract/family/family.ts'
import { useId } from 'react'
import type { Form } from '../../../forms/use-form.ts'
import { FieldError } from '../../../ui/controls/field.tsx'
import { FamilyMark } from '../../../ui/identity/family-mark.tsx'
import { site } from '../../../words/admin/site.ts'
import type { SettingsValues } from './settings-values.ts'

const { settings: words } = site

export function WalletFamilies({ form }: { form: Form<SettingsValues> }) {
  const { value, error, disabled, onChoose } = form.choice('namespaces')
  const id = useId()
  const toggle = (changed: Namespace, on: boolean) =>
    onChoose(namespaces.filter((each) => (each === changed ? on : value.includes(each))))
  return (
    <fieldset
      className="sheet settings-part sheet-roomy"
      aria-labelledby={id}
      aria-describedby={`${id}-lead ${id}-error`}
    >
      <h2 id={id}>{words.families}</h2>
      <div>
        <p id={`${id}-lead`} className="small soft">
          {words.familiesLead}
        </p>
        {namespaces.map((namespace) => (
          <label key={namespace} className="option">
            <input
              type="checkbox"
              aria-label={families[namespace].name}
              aria-describedby={`${id}-${namespace}`}
              aria-invalid={error ? true : undefined}
              checked={value.includes(namespace)}
              disabled={disabled}
              onChange={(event) => toggle(namespace, event.currentTarget.checked)}
            />
            <span>
              <span className="medium">
                <FamilyMark namespace={namespace} named /> {families[namespace].name}
              </span>
              <span id={`${id}-${namespace}`} className="small soft">
                {words.familyNotes[namespace]}
              </span>
            </span>
          </label>
        ))}
        {error ? <FieldError id={id}>{error}</FieldError> : null}
      </div>
    </fieldset>
  )
}
