import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { AppError } from '@countersign/contract/error/errors.ts'
import {
  errorsAtPointers,
  type FormEvent,
  type FormState,
  initialState,
  isConflict,
  reduceForm,
  type SaveOptions,
  saveForm,
  valuesOf,
} from './form.ts'

type Values = { name: string; urls: string[]; note: string }
type Body = Partial<Values>

const VALUES: Values = { name: 'Wiki', urls: ['a'], note: '' }
const SAVED = { values: VALUES, version: 3 }

/** A form and a server that has one version of it. */
function setForm(server = SAVED) {
  let state: FormState<Values> = initialState(SAVED)
  const calls: { body: Body; version: number | undefined }[] = []
  let failNext: Error | undefined
  const dispatch = (event: FormEvent<Values>) => {
    state = reduceForm(state, event)
  }
  const options: SaveOptions<Values, Body, number> = {
    body: (_, edits) => edits,
    serverErrors: (error) =>
      errorsAtPointers<Values>(error, { name: (code) => code, urls: (code, at) => `${code} ${at}` }),
    save: {
      async send(call) {
        calls.push(call)
        const failure = failNext
        failNext = undefined
        if (failure) throw failure
        if (call.version !== server.version) throw new AppError('version_conflict')
        server = { values: { ...server.values, ...call.body }, version: server.version + 1 }
        dispatch({ type: 'read', saved: server })
        return server.version
      },
      reload: async () => dispatch({ type: 'read', saved: server }),
    },
  }
  return {
    calls,
    dispatch,
    edit: (edits: Partial<Values>) => dispatch({ type: 'edited', edits }),
    save: () => saveForm(state, dispatch, options),
    state: () => state,
    values: () => valuesOf(state),
    failNext: (error: Error) => {
      failNext = error
    },
    saveElsewhere(change: Partial<Values>) {
      server = { values: { ...server.values, ...change }, version: server.version + 1 }
    },
    read: () => dispatch({ type: 'read', saved: server }),
  }
}

describe('edits', () => {
  test('are kept for changed fields only', () => {
    const form = setForm()
    form.edit({ name: 'Docs', urls: ['a', 'b'] })
    form.edit({ urls: ['a'] })
    assert.deepEqual([form.state().edits, form.values()], [{ name: 'Docs' }, { ...VALUES, name: 'Docs' }])
  })

  test('let changes by others show through in all other fields', () => {
    const form = setForm()
    form.edit({ name: 'Docs' })
    form.saveElsewhere({ note: 'theirs' })
    form.read()
    assert.deepEqual(form.values(), { ...VALUES, name: 'Docs', note: 'theirs' })
  })

  test('clear the errors of their field and of its items', () => {
    const form = setForm()
    form.dispatch({ type: 'checked', errors: { name: 'no', 'urls/0': 'no', note: 'no' } })
    form.edit({ urls: ['b'] })
    assert.deepEqual(form.state().errors, { name: 'no', note: 'no' })
    form.edit({ name: VALUES.name })
    assert.deepEqual(form.state().errors, { note: 'no' })
  })
})

describe('saving', () => {
  test('sends the edits with the version they began with, and is clean afterwards', async () => {
    const form = setForm()
    form.edit({ name: 'Docs' })
    await form.save()
    assert.deepEqual(form.calls, [{ body: { name: 'Docs' }, version: 3 }])
    assert.deepEqual([form.state().edits, form.state().pending, form.values().name], [{}, false, 'Docs'])
  })

  test('keeps edits made during a save for the next save', async () => {
    const form = setForm()
    form.edit({ name: 'Docs' })
    const saving = form.save()
    form.edit({ name: 'Docs 2' })
    await saving
    assert.deepEqual(form.state().edits, { name: 'Docs 2' })
    await form.save()
    assert.deepEqual([form.state().edits, form.values().name], [{}, 'Docs 2'])
  })

  test('keeps the edits when the server refuses them, with its errors at their fields', async () => {
    const form = setForm()
    form.edit({ name: 'x', urls: ['b'] })
    const fields = [
      { path: '/urls/0', code: 'bad' },
      { path: '/urls/1', code: 'worse' },
      { path: '/name', code: 'taken' },
      { path: '/other', code: 'unknown' },
    ]
    form.failNext(new AppError('invalid_body', { fields }))
    await form.save()
    const { edits, errors, pending } = form.state()
    assert.deepEqual(
      [edits, { ...errors }, pending],
      [{ name: 'x', urls: ['b'] }, { urls: 'bad 0', name: 'taken' }, false],
    )
  })

  test('keeps the edits when the server is unreachable, and clears the failure on the next edit', async () => {
    const form = setForm()
    form.edit({ name: 'x' })
    form.failNext(new Error('unreachable'))
    await form.save()
    assert.deepEqual([form.state().edits, String(form.state().failure)], [{ name: 'x' }, 'Error: unreachable'])
    form.edit({ name: 'y' })
    assert.equal(form.state().failure, undefined)
  })
})

describe('a version conflict', () => {
  test('keeps the edits, reads what is saved, and saving again overwrites it', async () => {
    const form = setForm()
    form.edit({ name: 'Mine' })
    form.saveElsewhere({ name: 'Theirs', note: 'theirs' })
    await form.save()
    assert.ok(isConflict(form.state().failure))
    assert.deepEqual(
      [form.values().name, form.state().current.values.name, form.values().note],
      ['Mine', 'Theirs', 'theirs'],
    )
    form.edit({ note: 'mine, too' })
    assert.ok(isConflict(form.state().failure), 'it stays to be read')
    await form.save()
    assert.deepEqual(
      form.calls.map(({ version }) => version),
      [3, 4],
    )
    assert.deepEqual([form.state().failure, form.values().name, form.values().note], [undefined, 'Mine', 'mine, too'])
  })

  test('is resolved by loading the current values', async () => {
    const form = setForm()
    form.edit({ name: 'Mine' })
    form.saveElsewhere({ name: 'Theirs' })
    await form.save()
    form.dispatch({ type: 'discarded' })
    assert.deepEqual([form.values().name, form.state().edits, form.state().failure], ['Theirs', {}, undefined])
    form.edit({ name: 'Ours' })
    await form.save()
    assert.equal(form.calls.at(-1)?.version, 4)
  })

  test('does not repeat when overwriting fails for another reason', async () => {
    const form = setForm()
    form.edit({ name: 'Mine' })
    form.saveElsewhere({ name: 'Theirs' })
    await form.save()
    form.failNext(new Error('unreachable'))
    await form.save()
    await form.save()
    assert.deepEqual([form.calls.at(-1)?.version, form.state().failure], [4, undefined])
  })

  test('is detected for a change that was read before saving, unless it affects other fields only', async () => {
    const form = setForm()
    form.edit({ name: 'Mine' })
    form.saveElsewhere({ note: 'theirs' })
    form.read()
    form.saveElsewhere({ name: 'Theirs' })
    form.read()
    await form.save()
    assert.ok(isConflict(form.state().failure))

    const other = setForm()
    other.edit({ name: 'Mine' })
    other.saveElsewhere({ note: 'theirs' })
    other.read()
    await other.save()
    assert.deepEqual([other.state().failure, other.values()], [undefined, { ...VALUES, name: 'Mine', note: 'theirs' }])
  })

  test('is detected for values that the form does not show', () => {
    const savedWithHidden = (text: string, version: number) => ({ values: VALUES, version, hidden: text })
    const edited = reduceForm(initialState(savedWithHidden('a', 3)), { type: 'edited', edits: { urls: ['b'] } })
    assert.equal(reduceForm(edited, { type: 'read', saved: savedWithHidden('a', 4) }).base.version, 4)
    assert.equal(reduceForm(edited, { type: 'read', saved: savedWithHidden('b', 4) }).base.version, 3)
  })
})

test('errors at pointers decode them (RFC 6901)', () => {
  const error = new AppError('invalid_body', { fields: [{ path: '/a~1b~0/2', code: 'bad' }] })
  assert.deepEqual(
    { ...errorsAtPointers<{ 'a/b~': string[] }>(error, { 'a/b~': (code, at) => `${code} ${at}` }) },
    {
      'a/b~': 'bad 2',
    },
  )
})
