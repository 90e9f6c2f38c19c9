/**
 * The state of one form, without React: what was edited over what is saved, what is wrong with it, and what became of
 * saving. `useForm` binds it to a screen.
 *
 * - Only edited fields are kept. Changes by others show through in all other fields.
 * - A save names the version that the edits began with. It moves on while changes by others do not concern the edited
 *   fields; otherwise the server answers `version_conflict`. The edits stay, the current values are read, and saving
 *   again names the version that is shown then.
 * - Errors are keyed by field, or by `field/index…` as in the JSON pointers (RFC 6901) of the server.
 */

import { AppError } from '@countersign/contract/errors.ts'

/** What the server has. Something new has no version. */
export type Saved<Values> = {
  values: Values
  version?: number | undefined
  /** What is changed by the form and not shown in it, such as secrets. */
  hidden?: unknown
}

export type ErrorKey<Values> = (keyof Values & string) | `${keyof Values & string}/${string}`
export type FieldErrors<Values> = { readonly [Key in ErrorKey<Values>]?: string | undefined }

export type FormState<Values> = {
  /** What the edits began with. */
  base: Saved<Values>
  /** What the server had when it was last read. */
  current: Saved<Values>
  edits: Partial<Values>
  errors: FieldErrors<Values>
  /** How often errors were found: each time the first invalid field gets the focus. */
  refusals: number
  pending: boolean
  /** Why it was not saved, whether or not that is shown at a field. */
  failure: unknown
}

export function initialState<Values>(saved: Saved<Values>): FormState<Values> {
  return { base: saved, current: saved, edits: {}, errors: {}, refusals: 0, pending: false, failure: undefined }
}

export type FormEvent<Values> =
  | { type: 'edited'; edits: Partial<Values> }
  | { type: 'read'; saved: Saved<Values> }
  | { type: 'checked'; errors: FieldErrors<Values> }
  | { type: 'sent' }
  | { type: 'saved'; sent: Partial<Values> }
  | { type: 'failed'; failure: unknown; errors: FieldErrors<Values> }
  | { type: 'discarded' }

export function reduceForm<Values extends object>(
  state: FormState<Values>,
  event: FormEvent<Values>,
): FormState<Values> {
  switch (event.type) {
    case 'edited':
      return {
        ...state,
        edits: withoutUnchanged({ ...state.edits, ...event.edits }, state.current.values),
        errors: withoutFields(state.errors, Object.keys(event.edits)),
        // What the server refused is being changed; a conflict stays to be read.
        failure: isConflict(state.failure) ? state.failure : undefined,
      }
    case 'read': {
      const edits = withoutUnchanged(state.edits, event.saved.values)
      const names = Object.keys(edits)
      const isConcerned =
        names.some((name) => !isSame(state.base.values, event.saved.values, name)) ||
        (names.length > 0 && !isSame(state.base, event.saved, 'hidden'))
      return { ...state, edits, current: event.saved, base: isConcerned ? state.base : event.saved }
    }
    case 'checked':
      return { ...state, errors: event.errors, refusals: state.refusals + 1 }
    case 'sent':
      return { ...state, pending: true, errors: {}, base: baseOf(state) }
    case 'saved': {
      const { current } = state
      // A form for something new starts over.
      const values = current.version === undefined ? current.values : { ...current.values, ...event.sent }
      // What was typed while it was being saved is not saved yet.
      return { ...initialState({ ...current, values }), edits: withoutUnchanged(state.edits, event.sent) }
    }
    case 'failed':
      return { ...state, pending: false, failure: event.failure, errors: event.errors, refusals: state.refusals + 1 }
    case 'discarded':
      return { ...initialState(state.current), pending: state.pending }
  }
}

/** After a conflict the current values were shown, so it is them that are overwritten. */
function baseOf<Values>({ base, current, failure }: FormState<Values>): Saved<Values> {
  return isConflict(failure) ? current : base
}

export function valuesOf<Values>({ current, edits }: Pick<FormState<Values>, 'current' | 'edits'>): Values {
  return { ...current.values, ...edits }
}

export function firstError(errors: object): string | undefined {
  return Object.values(errors).find((error) => error !== undefined)
}

/** Errors written as one text or undefined for each field. */
export function withoutUndefined<Errors extends object>(errors: Errors): { [Name in keyof Errors]?: string } {
  return Object.fromEntries(Object.entries(errors).filter(([, text]) => text !== undefined)) as Errors // its own entries
}

export function isConflict(failure: unknown): boolean {
  return failure instanceof AppError && failure.code === 'version_conflict'
}

export type Save<Body, Answer> = {
  send: (call: { body: Body; version: number | undefined }) => Promise<Answer>
  /** Reads again what is shown as saved. */
  reload: () => Promise<unknown>
}

export type SaveOptions<Values, Body, Answer> = {
  save: Save<Body, Answer>
  body: (values: Values, edits: Partial<Values>) => Body
  /** What the server refused, at the fields it concerns. */
  serverErrors?: ((error: AppError, values: Values) => FieldErrors<Values>) | undefined
  onSaved?: ((answer: Answer, body: Body) => void) | undefined
}

/** Sends a form that was checked before. */
export async function saveForm<Values extends object, Body, Answer>(
  state: FormState<Values>,
  dispatch: (event: FormEvent<Values>) => void,
  { save, body, serverErrors, onSaved }: SaveOptions<Values, Body, Answer>,
): Promise<void> {
  const { edits } = state
  const values = valuesOf(state)
  const sent = body(values, edits)
  dispatch({ type: 'sent' })
  try {
    const answer = await save.send({ body: sent, version: baseOf(state).version })
    dispatch({ type: 'saved', sent: edits })
    onSaved?.(answer, sent)
  } catch (error) {
    const errors = error instanceof AppError && serverErrors ? serverErrors(error, values) : {}
    // A conflict is shown together with the current values.
    if (isConflict(error)) await save.reload().catch(() => undefined)
    dispatch({ type: 'failed', failure: error, errors })
  }
}

type PointerText = (code: string, index: number | undefined) => string | undefined

/** The `fields` of an error as texts at the fields of a form. An index is the place in a list. */
export function errorsAtPointers<Values>(
  { fields = [] }: AppError,
  texts: { [Name in keyof Values]?: PointerText },
): FieldErrors<Values> {
  const errors: Record<string, string> = {}
  const known = new Map(Object.entries<PointerText | undefined>(texts))
  for (const { path, code } of fields) {
    const [name = '', index] = parsePointer(path)
    const text = known.get(name)?.(code, index === undefined ? undefined : Number(index))
    if (text !== undefined) errors[name] ??= text
  }
  return errors as FieldErrors<Values> // only names that have a text got one
}

export function parsePointer(path: string): string[] {
  return path
    .split('/')
    .slice(1)
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'))
}

function withoutUnchanged<Values>(edits: Partial<Values>, values: Partial<Values>): Partial<Values> {
  const changed = Object.entries(edits).filter(
    ([name]) => !(name in (values as object)) || !isSame(edits, values, name),
  )
  return Object.fromEntries(changed) as Partial<Values> // some of its own entries
}

function withoutFields<Values>(errors: FieldErrors<Values>, names: string[]): FieldErrors<Values> {
  const left = Object.entries(errors).filter(([key]) => !names.includes(key.split('/')[0] ?? ''))
  return Object.fromEntries(left) as FieldErrors<Values> // some of its own entries
}

/** Values are what JSON can hold, or undefined. */
function isSame(one: object, other: object, name: string): boolean {
  const [a, b] = [one, other].map((values) => JSON.stringify((values as Record<string, unknown>)[name])) // by its name
  return a === b
}
