import { type ChangeEvent, type FormEvent as SubmitEvent, useEffect, useReducer, useRef } from 'react'
import { focusInvalidField } from '../ui/controls/use-invalid-field.ts'
import { announce } from '../ui/feedback/live.ts'
import type { FieldErrors, Saved, SaveOptions } from './form.ts'
import * as forms from './form.ts'

type FormOptions<Values, Body, Answer> = Partial<SaveOptions<Values, Body, Answer>> & {
  saved: Saved<Values>
  /** Checks before sending; the server checks again. */
  validate?: (values: Values, edits: Partial<Values>) => FieldErrors<Values>
  locked?: boolean
  /** Returns true to stop a submit, for example to ask first; `save()` then saves. */
  confirm?: ((edits: Partial<Values>) => boolean) | undefined
}

/** Attributes of a control for text that is not prose. */
export const VERBATIM = { autoComplete: 'off', autoCapitalize: 'off', spellCheck: false } as const
/** The same in a monospaced font. */
export const MONOSPACED = { className: 'mono', ...VERBATIM } as const

/** Those of a control for a code that is typed once. */
export const ONE_TIME_CODE = {
  ...MONOSPACED,
  ...{ autoComplete: 'one-time-code', autoCapitalize: 'characters', maxLength: 64 },
} as const

type KeyOf<Values, Type> = {
  [Name in keyof Values & string]: Values[Name] extends Type ? Name : never
}[keyof Values & string]

export type Form<Values extends object> = ReturnType<typeof useForm<Values>>

/** One hook for every form: edits, validation, saving with the version, conflicts, server errors and focus. See form.ts. */
export function useForm<Values extends object, Body = never, Answer = never>(
  options: FormOptions<Values, Body, Answer>,
) {
  const { saved, validate, locked = false, confirm, save: send, body, serverErrors, onSaved } = options
  const [state, dispatch] = useReducer(forms.reduceForm<Values>, saved, forms.initialState<Values>)
  if (saved.version !== state.current.version) dispatch({ type: 'read', saved })
  const ref = useRef<HTMLFormElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: once per failed check
  useEffect(() => {
    focusInvalidField(ref.current)
  }, [state.failedChecks])
  const { edits, errors, pending, failure } = state
  const values = forms.valuesOf(state)
  const edit = (next: Partial<Values>) => dispatch({ type: 'edited', edits: next })
  const put = (name: keyof Values, value: unknown) => edit({ [name]: value } as Partial<Values>) // typed by the caller
  const check = () => {
    const found = validate?.(values, edits) ?? {}
    dispatch({ type: 'checked', errors: found })
    const first = forms.firstError(found)
    if (first) announce(first, 'assertive')
    return first === undefined
  }
  const save = () => {
    if (send && body) void forms.saveForm(state, dispatch, { save: send, body, serverErrors, onSaved })
  }
  const errorAt = (name: string) => (errors as Record<string, string | undefined>)[name] // by its key
  const text = (name: KeyOf<Values, string | null | undefined>) => ({
    value: (values[name] as string | null | undefined) ?? '', // a key of text
    error: errorAt(name),
    readOnly: locked,
    onChange: (event: ChangeEvent<HTMLInputElement | HTMLTextAreaElement>) => put(name, event.currentTarget.value),
  })
  return {
    ...{ values, edits, errors, pending, locked, edit, check, save },
    /** For the `<form>`, whose first invalid field is focused. */
    ref,
    dirty: Object.keys(edits).length > 0,
    /** Someone else saved meanwhile; unedited fields show the new values. */
    conflict: forms.isConflict(failure),
    /** The error of the last save, unless it is a conflict. */
    failure: forms.isConflict(failure) ? undefined : failure,
    discard: () => dispatch({ type: 'discarded' }),
    submit(event?: SubmitEvent) {
      event?.preventDefault()
      if (!locked && !pending && check() && !confirm?.(edits)) save()
    },
    /** Props of a `Field` or `TextArea`. */
    text,
    /** The same for text that is not prose, such as names and numbers. */
    verbatim: (name: Parameters<typeof text>[0]) => ({ ...VERBATIM, ...text(name) }),
    /** The same for addresses and URIs. */
    code: (name: Parameters<typeof text>[0]) => ({ ...MONOSPACED, ...text(name) }),
    /** Props of a `Checkbox`. */
    flag: (name: KeyOf<Values, boolean>) => ({
      checked: values[name] === true,
      disabled: locked,
      onChange: (event: ChangeEvent<HTMLInputElement>) => put(name, event.currentTarget.checked),
    }),
    /** Props of a control that has any other value, such as a `Select`. */
    choice: <Name extends keyof Values & string>(name: Name) => ({
      value: values[name],
      error: errorAt(name),
      disabled: locked,
      onChoose: (value: Values[Name]) => put(name, value),
    }),
  }
}
