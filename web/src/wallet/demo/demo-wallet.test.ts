import assert from 'node:assert/strict'
import { test } from 'node:test'
import { recoverMessageAddress } from 'viem'
import { blockedStorage, fakeStorage } from '../../../../test/support/fake-page.ts'
import type { KeyValue } from '../env.ts'
import type { DemoEnv } from './demo-context.ts'
import type { DemoAnswer, DemoPrompt } from './demo-prompt.ts'
import { createDemoWallet } from './demo-wallet.ts'

type Request = (args: { method: string; params?: unknown }) => Promise<unknown>

function openDemo(
  options: { storage?: KeyValue; answer?: (prompt: DemoPrompt) => DemoAnswer | Promise<DemoAnswer> } = {},
) {
  const prompts: DemoPrompt[] = []
  const events: [string, unknown][] = []
  const env: DemoEnv = {
    window: new EventTarget(),
    localStorage: options.storage ?? fakeStorage(),
    origin: 'http://localhost:3000',
    showPrompt: async (prompt) => {
      prompts.push(prompt)
      return options.answer ? options.answer(prompt) : 'approved'
    },
  }
  const wallet = createDemoWallet(env)
  const provider = wallet.provider as unknown as {
    request: Request
    on(event: string, listen: (value: unknown) => void): void
  }
  provider.on('accountsChanged', (value) => events.push(['accountsChanged', value]))
  return { env, wallet, prompts, events, request: provider.request }
}

const toHex = (text: string) => `0x${Buffer.from(text).toString('hex')}`

test('announces itself by EIP-6963, immediately and on request', () => {
  const { env, wallet } = openDemo()
  const received: { info: { name: string; rdns: string; icon: string } }[] = []
  env.window.addEventListener('eip6963:announceProvider', (event) => received.push((event as CustomEvent).detail))
  wallet.announce()
  env.window.dispatchEvent(new Event('eip6963:requestProvider'))
  assert.equal(received.length, 2)
  assert.equal(received[0]?.info.name, 'Demo wallet')
  assert.equal(received[0]?.info.rdns, 'localhost.countersign.demo')
  assert.match(received[0]?.info.icon ?? '', /^data:image\/svg\+xml,/)
  assert.equal(received[0], received[1])
})

test('shares no account until approved, and remembers the approval', async () => {
  const storage = fakeStorage()
  const { request, prompts } = openDemo({ storage })
  assert.deepEqual(await request({ method: 'eth_accounts' }), [])
  const accounts = await request({ method: 'eth_requestAccounts' })
  assert.equal((accounts as string[]).length, 1)
  assert.equal(prompts.length, 1)
  assert.deepEqual(await openDemo({ storage }).request({ method: 'eth_accounts' }), accounts)
  assert.deepEqual(await request({ method: 'eth_requestAccounts' }), accounts)
  assert.equal(prompts.length, 1)
})

test('signs the exact message that its dialog shows', async () => {
  const { request, prompts } = openDemo()
  const [address] = (await request({ method: 'eth_requestAccounts' })) as string[]
  const signature = await request({ method: 'personal_sign', params: [toHex('hello\nworld'), address] })
  assert.deepEqual(prompts[1]?.signing, { address, message: 'hello\nworld' })
  assert.equal(prompts[1]?.origin, 'http://localhost:3000')
  assert.equal(await recoverMessageAddress({ message: 'hello\nworld', signature: signature as `0x${string}` }), address)
})

test('rejects with 4001', async () => {
  const { request } = openDemo({ answer: () => 'rejected' })
  await assert.rejects(request({ method: 'eth_requestAccounts' }), { code: 4001 })
  await assert.rejects(request({ method: 'wallet_requestPermissions' }), { code: 4001 })
})

test('rejects a second request with -32002 while one is open', async () => {
  const { request } = openDemo({ answer: () => new Promise(() => {}) })
  void request({ method: 'eth_requestAccounts' })
  await assert.rejects(request({ method: 'wallet_requestPermissions' }), { code: -32002 })
})

test('does not sign for an account it does not share, nor anything but text', async () => {
  const { request } = openDemo()
  const other = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
  await assert.rejects(request({ method: 'personal_sign', params: [toHex('x'), other] }), { code: 4100 })
  await assert.rejects(request({ method: 'personal_sign', params: ['x', other] }), { code: -32602 })
  await assert.rejects(request({ method: 'personal_sign' }), { code: -32602 })
  await assert.rejects(request({ method: 'eth_sendTransaction' }), { code: 4200 })
})

test('emits accountsChanged when the permission is revoked', async () => {
  const { request, events } = openDemo()
  const accounts = await request({ method: 'wallet_requestPermissions' })
  assert.equal(Array.isArray(accounts), true)
  await request({ method: 'wallet_revokePermissions' })
  assert.deepEqual(await request({ method: 'eth_accounts' }), [])
  assert.deepEqual(events.at(-1), ['accountsChanged', []])
})

test('emits a new account first, and can return to the old one', async () => {
  let choice: 'new' | 'next' | undefined
  const { request, events } = openDemo({
    answer: (prompt) => {
      if (choice) prompt.changeAccount(choice)
      return 'approved'
    },
  })
  const [first] = (await request({ method: 'eth_requestAccounts' })) as string[]
  choice = 'new'
  await request({ method: 'wallet_requestPermissions' })
  const [second] = (await request({ method: 'eth_accounts' })) as string[]
  assert.notEqual(second, first)
  assert.deepEqual(events.at(-1), ['accountsChanged', [second, first]])
  choice = 'next'
  await request({ method: 'wallet_requestPermissions' })
  assert.deepEqual(await request({ method: 'eth_accounts' }), [first, second])
})

test('rejects an open signature request when the account changes', async () => {
  let change = false
  const { request } = openDemo({
    answer: (prompt) => {
      if (!change) return 'approved'
      prompt.changeAccount('new')
      return 'account_changed'
    },
  })
  const [address] = (await request({ method: 'eth_requestAccounts' })) as string[]
  change = true
  await assert.rejects(request({ method: 'personal_sign', params: [toHex('x'), address] }), { code: 4100 })
})

test('creates a key for this page when storage is blocked or invalid', async () => {
  for (const storage of [blockedStorage(), fakeStorage({ 'cs.demo-wallet': '{"keys":["0x12",7]}' })]) {
    const { request } = openDemo({ storage })
    assert.equal(((await request({ method: 'eth_requestAccounts' })) as string[]).length, 1)
  }
})
