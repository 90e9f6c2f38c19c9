import { type ChangeEvent, type FormEvent, type RefObject, useEffect, useReducer, useRef } from 'react'
import { announce } from '../ui/live.ts'
import { focusInvalidField } from '../ui/use-refused-field.ts'
import {
  type ErrorKey,
  type FieldErrors,
  firstError,
  initialState,
  isConflict,
  reduceForm,
  type Saved,
  type SaveOptions,
  saveForm,
  valuesOf,
} from './form.ts'

type FormOptions<Values, Body, Answer> = Partial<SaveOptions<Values, Body, Answer>> & {
  saved: Saved<Values>
  /** What can be seen before anything is sent; the server checks again. */
  validate?: (values: Values, edits: Partial<Values>) => FieldErrors<Values>
  /** Read-only. */
  locked?: boolean
  /** Called instead of saving, for what has to be confirmed first; `save()` saves. */
  confirm?: ((edits: Partial<Values>) => boolean) | undefined
}

/** Attributes of a control for text that is not prose: URLs, names, codes. */
export const VERBATIM = { autoComplete: 'off', autoCapitalize: 'off', spellCheck: false } as const

type TextKey<Values> = {
  [Name in keyof Values]: Values[Name] extends string | null | undefined ? Name : never
}[keyof Values]
type FlagKey<Values> = { [Name in keyof Values]: Values[Name] extends boolean ? Name : never }[keyof Values]
type TextControl = HTMLInputElement | HTMLTextAreaElement

export type Form<Values> = {
  values: Values
  edits: Partial<Values>
  errors: FieldErrors<Values>
  /** There is input that is not saved. */
  dirty: boolean
  pending: boolean
  locked: boolean
  /** Somebody else saved meanwhile. `values` of fields that were not edited are theirs. */
  conflict: boolean
  /** Why it was not saved, unless that is a conflict. */
  failure: unknown
  /** For the `<form>`: the first invalid field in it gets the focus. */
  ref: RefObject<HTMLFormElement | null>
  edit: (edits: Partial<Values>) => void
  /** Drops all edits, which loads the current values. */
  discard: () => void
  check: () => boolean
  submit: (event?: FormEvent) => void
  save: () => void
  text: (name: TextKey<Values> & ErrorKey<Values>) => {
    value: string
    refusal: string | undefined
    readOnly: boolean
    onChange: (event: ChangeEvent<TextControl>) => void
  }
  flag: (name: FlagKey<Values>) => {
    checked: boolean
    disabled: boolean
    onChange: (event: ChangeEvent<HTMLInputElement>) => void
  }
  choice: <Name extends keyof Values & string>(
    name: Name,
  ) => {
    value: Values[Name]
    refusal: string | undefined
    disabled: boolean
    onChoose: (value: Values[Name]) => void
  }
}

/** One hook for every form: edits, validation, saving with the version, conflicts, server errors and focus. See form.ts. */
export function useForm<Values extends object, Body = never, Answer = never>(
  options: FormOptions<Values, Body, Answer>,
): Form<Values> {
  const { saved, validate, locked = false, confirm, save: send, body, serverErrors, onSaved } = options
  const [state, dispatch] = useReducer(reduceForm<Values>, saved, initialState<Values>)
  if (saved.version !== state.current.version) dispatch({ type: 'read', saved })
  const ref = useRef<HTMLFormElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each time that errors were found
  useEffect(() => {
    focusInvalidField(ref.current)
  }, [state.refusals])
  const { edits, errors, pending, failure } = state
  const values = valuesOf(state)
  const edit = (next: Partial<Values>) => dispatch({ type: 'edited', edits: next })
  const put = (name: keyof Values, value: unknown) => edit({ [name]: value } as Partial<Values>) // typed by the caller
  const check = () => {
    const found = validate?.(values, edits) ?? {}
    dispatch({ type: 'checked', errors: found })
    const first = firstError(found)
    if (first) announce(first, 'assertive')
    return first === undefined
  }
  const save = () => {
    if (send && body) void saveForm(state, dispatch, { save: send, body, serverErrors, onSaved })
  }
  const errorOf = (name: string) => (errors as Record<string, string | undefined>)[name] // by its key
  return {
    ...{ values, edits, errors, pending, locked, ref, edit, check, save },
    dirty: Object.keys(edits).length > 0,
    conflict: isConflict(failure),
    failure: isConflict(failure) ? undefined : failure,
    discard: () => dispatch({ type: 'discarded' }),
    submit(event) {
      event?.preventDefault()
      if (locked || pending || !check()) return
      if (!confirm?.(edits)) save()
    },
    text: (name) => ({
      value: (values[name] as string | null | undefined) ?? '', // a key of text
      refusal: errorOf(name),
      readOnly: locked,
      onChange: (event) => put(name, event.currentTarget.value),
    }),
    flag: (name) => ({
      checked: values[name] === true,
      disabled: locked,
      onChange: (event) => put(name, event.currentTarget.checked),
    }),
    choice: (name) => ({
      value: values[name],
      refusal: errorOf(name),
      disabled: locked,
      onChoose: (value) => put(name, value),
    }),
  }
}
