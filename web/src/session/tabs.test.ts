import assert from 'node:assert/strict'
import { test } from 'node:test'
import { blockedStorage, fakeStorage } from '../../../test/support/fake-page.ts'
import { createTabs, type TabMessage } from './tabs.ts'

const message: TabMessage = { t: 'in', person: 'per_1', sid: 'ses_1', at: 1 }

test('posts messages to other tabs, not to itself', async () => {
  const openTabs = (channel: BroadcastChannel) =>
    createTabs({ openChannel: () => channel, localStorage: undefined, window: new EventTarget() })
  const channels = [new BroadcastChannel('countersign test'), new BroadcastChannel('countersign test')] as const
  const [first, second] = [openTabs(channels[0]), openTabs(channels[1])]
  const received = new Promise((resolve) => second.subscribe(resolve))
  first.subscribe(() => assert.fail('a tab received its own message'))
  first.post(message)
  assert.deepEqual(await received, message)
  for (const channel of channels) channel.close()
})

test('falls back to storage events, and leaves nothing in storage', () => {
  const window = new EventTarget()
  const localStorage = fakeStorage()
  const tabs = createTabs({ openChannel: undefined, localStorage, window })
  const received: TabMessage[] = []
  tabs.subscribe((each) => received.push(each))
  const dispatchStorage = (key: string, newValue: string | null) =>
    window.dispatchEvent(Object.assign(new Event('storage'), { key, newValue }))
  dispatchStorage('cs.bus', JSON.stringify(message))
  dispatchStorage('cs.bus', null)
  dispatchStorage('other', JSON.stringify(message))
  assert.deepEqual(received, [message])
  tabs.post(message)
  assert.deepEqual([...localStorage.items], [])
})

test('ignores foreign messages', () => {
  const window = new EventTarget()
  const tabs = createTabs({ openChannel: undefined, localStorage: undefined, window })
  tabs.subscribe(() => assert.fail('no message expected'))
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

test('does not fail with blocked storage', () => {
  createTabs({ openChannel: undefined, localStorage: blockedStorage(), window: new EventTarget() }).post(message)
})
