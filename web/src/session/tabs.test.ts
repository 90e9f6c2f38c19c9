import assert from 'node:assert/strict'
import { test } from 'node:test'
import { blockedStorage, fakeStorage } from '../../../test/support/fake-page.ts'
import { createTabs, type TabMessage } from './tabs.ts'

const message: TabMessage = { t: 'in', person: 'per_1', sid: 'ses_1', at: 1 }

test('tabs hear each other over a channel, and not themselves', async () => {
  const open = () =>
    createTabs({
      openChannel: () => new BroadcastChannel('countersign test'),
      localStorage: undefined,
      window: new EventTarget(),
    })
  const [first, second] = [open(), open()]
  const heard = new Promise((resolve) => second.subscribe(resolve))
  first.subscribe(() => assert.fail('a tab heard itself'))
  first.post(message)
  assert.deepEqual(await heard, message)
  first.dispose()
  second.dispose()
})

test('without a channel they use storage events, and leave nothing in storage', () => {
  const window = new EventTarget()
  const localStorage = fakeStorage()
  const tabs = createTabs({ openChannel: undefined, localStorage, window })
  const heard: TabMessage[] = []
  tabs.subscribe((each) => heard.push(each))
  const arrive = (key: string, newValue: string | null) =>
    window.dispatchEvent(Object.assign(new Event('storage'), { key, newValue }))
  arrive('cs.bus', JSON.stringify(message))
  arrive('cs.bus', null)
  arrive('other', JSON.stringify(message))
  assert.deepEqual(heard, [message])
  tabs.post(message)
  assert.deepEqual([...localStorage.items], [])
})

test('what is no message of ours is not listened to', () => {
  const window = new EventTarget()
  const tabs = createTabs({ openChannel: undefined, localStorage: undefined, window })
  tabs.subscribe(() => assert.fail('heard'))
  for (const value of [
    '{',
    'null',
    '7',
    '{}',
    '{"t":"in"}',
    '{"t":"in","at":1}',
    '{"t":"else","at":1,"person":"","sid":""}',
  ]) {
    window.dispatchEvent(Object.assign(new Event('storage'), { key: 'cs.bus', newValue: value }))
  }
})

test('blocked storage is no reason to fail', () => {
  createTabs({ openChannel: undefined, localStorage: blockedStorage(), window: new EventTarget() }).post(message)
})
