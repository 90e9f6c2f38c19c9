/**
 * The state of one form, without React; `useForm` binds it to a screen.
 *
 * - Only edited fields are kept, so that changes by others appear in all other fields.
 * - A save sends the version that the edits are based on. It advances while changes by others leave the edited fields
 *   alone; otherwise the server answers `version_conflict`, and the next save sends the version that is shown then.
 * - Errors are keyed by field, or by `field/index…`.
 */

import { AppError } from '@countersign/contract/error/errors.ts'

/** The saved values. A new object has no version. */
export type Saved<Values> = {
  values: Values
  version?: number | undefined
  /** Saved values that the form can replace but does not show, such as secrets. */
  hidden?: unknown
}

export type ErrorKey<Values> = (keyof Values & string) | `${keyof Values & string}/${string}`
export type FieldErrors<Values> = { readonly [Key in ErrorKey<Values>]?: string | undefined }

export type FormState<Values> = {
  base: Saved<Values>
  current: Saved<Values>
  edits: Partial<Values>
  errors: FieldErrors<Values>
  /** Counts failed checks: each one focuses the first invalid field. */
  failedChecks: number
  pending: boolean
  /** The error of the last save, also if it is shown at a field. */
  failure: unknown
}

export function initialState<Values>(saved: Saved<Values>): FormState<Values> {
  return { base: saved, current: saved, edits: {}, errors: {}, failedChecks: 0, pending: false, failure: undefined }
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
        // A conflict stays visible while the values are edited.
        failure: isConflict(state.failure) ? state.failure : undefined,
      }
    case 'read': {
      const edits = withoutUnchanged(state.edits, event.saved.values)
      const names = Object.keys(edits)
      const isAffected =
        names.some((name) => !isSame(state.base.values, event.saved.values, name)) ||
        (names.length > 0 && !isSame(state.base, event.saved, 'hidden'))
      return { ...state, edits, current: event.saved, base: isAffected ? state.base : event.saved }
    }
    case 'checked':
      return { ...state, errors: event.errors, failedChecks: state.failedChecks + 1 }
    case 'sent':
      return { ...state, pending: true, errors: {}, base: baseOf(state) }
    case 'saved': {
      const { current } = state
      // The form of a new object is reset.
      const values = current.version === undefined ? current.values : { ...current.values, ...event.sent }
      // Edits made during the save are not saved yet.
      return { ...initialState({ ...current, values }), edits: withoutUnchanged(state.edits, event.sent) }
    }
    case 'failed':
      return {
        ...state,
        pending: false,
        failure: event.failure,
        errors: event.errors,
        failedChecks: state.failedChecks + 1,
      }
    case 'discarded':
      return { ...initialState(state.current), pending: state.pending }
  }
}

/** After a conflict the current values were shown, so the next save overwrites those. */
function baseOf<Values>({ base, current, failure }: FormState<Values>): Saved<Values> {
  return isConflict(failure) ? current : base
}

export function valuesOf<Values>({ current, edits }: Pick<FormState<Values>, 'current' | 'edits'>): Values {
  return { ...current.values, ...edits }
}

export function firstError(errors: object): string | undefined {
  return Object.values(errors).find((error) => error !== undefined)
}

/** Drops the fields without an error. */
export function withoutUndefined<Errors extends object>(errors: Errors): { [Name in keyof Errors]?: string } {
  return Object.fromEntries(Object.entries(errors).filter(([, text]) => text !== undefined)) as Errors // its own entries
}

export function isConflict(failure: unknown): boolean {
  return failure instanceof AppError && failure.code === 'version_conflict'
}

export type Save<Body, Answer> = {
  send: (call: { body: Body; version: number | undefined }) => Promise<Answer>
  reload: () => Promise<unknown>
}

/** What a form checks and sends, apart from where it is saved. */
export type FormRules<Values> = {
  validate: (values: Values) => FieldErrors<Values>
  serverErrors: (error: AppError, values: Values) => FieldErrors<Values>
  body: (values: Values) => unknown
}

export type SaveOptions<Values, Body, Answer> = {
  save: Save<Body, Answer>
  body: (values: Values, edits: Partial<Values>) => Body
  /** Maps a server error to fields. */
  serverErrors?: ((error: AppError, values: Values) => FieldErrors<Values>) | undefined
  onSaved?: ((answer: Answer, body: Body) => void) | undefined
}

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
    // The conflict notice shows the current values.
    if (isConflict(error)) await save.reload().catch(() => undefined)
    dispatch({ type: 'failed', failure: error, errors })
  }
}

type PointerText = (code: string, index: number | undefined) => string | undefined

/** Maps the JSON pointers of an error (RFC 6901) to the fields of a form. */
export function errorsAtPointers<Values>(
  { fields = [] }: AppError,
  texts: { [Name in keyof Values]?: PointerText },
): FieldErrors<Values> {
  const errors: Record<string, string> = {}
  const textOf = new Map(Object.entries<PointerText | undefined>(texts))
  for (const { path, code } of fields) {
    const [name = '', index] = parsePointer(path)
    const text = textOf.get(name)?.(code, index === undefined ? undefined : Number(index))
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
  const remaining = Object.entries(errors).filter(([key]) => !names.includes(key.split('/')[0] ?? ''))
  return Object.fromEntries(remaining) as FieldErrors<Values> // some of its own entries
}

/** Values are JSON or undefined. */
function isSame(one: object, other: object, name: string): boolean {
  const [a, b] = [one, other].map((values) => JSON.stringify((values as Record<string, unknown>)[name])) // by its name
  return a === b
}
