/** In a shadow root, so that the dialog shares neither styles nor texts with the page. */

export type DemoPrompt = {
  origin: string
  /** The name of the chain family. */
  family: string
  /** Undefined when the site asks to connect. */
  signing: { address: string; message: string } | undefined
  account(): string
  count(): number
  changeAccount(change: 'new' | 'next'): void
}

export type DemoAnswer = 'approved' | 'rejected' | 'account_changed'

export type ShowPrompt = (prompt: DemoPrompt) => Promise<DemoAnswer>

export function showDemoPrompt(prompt: DemoPrompt): Promise<DemoAnswer> {
  return new Promise((resolve) => {
    const host = document.createElement('countersign-demo-wallet')
    const root = host.attachShadow({ mode: 'open' })
    root.adoptedStyleSheets = [styles()]
    const close = (answer: DemoAnswer) => {
      dialog.close()
      host.remove()
      resolve(answer)
    }
    const dialog = renderDialog(prompt, close)
    root.append(dialog)
    document.body.append(host)
    dialog.addEventListener('cancel', (event) => {
      event.preventDefault()
      close('rejected')
    })
    dialog.showModal()
  })
}

function renderDialog(prompt: DemoPrompt, close: (answer: DemoAnswer) => void): HTMLDialogElement {
  const { signing, origin, family } = prompt
  const account = element('dd', MONO, signing?.address ?? prompt.account())
  const facts = element('dl', {}, element('dt', {}, 'Site'), element('dd', MONO, origin))
  facts.append(element('dt', {}, `${family} account`), account)
  if (signing) {
    const message = element('pre', { ...MONO, role: 'region', tabindex: '0', 'aria-label': 'Message' }, signing.message)
    facts.append(element('dt', {}, 'Message'), element('dd', {}, message))
  }
  return element(
    'dialog',
    { 'aria-labelledby': 'title', 'aria-describedby': 'note', lang: 'en' },
    element('p', { class: 'label' }, 'Demo wallet'),
    element('h2', { id: 'title' }, signing ? 'Sign this message?' : 'Connect to this site?'),
    element('p', { id: 'note', class: 'soft' }, NOTE),
    facts,
    renderAccounts(prompt, { accountText: account, close }),
    renderAnswers(signing !== undefined, close),
  )
}

const MONO = { class: 'mono', translate: 'no', dir: 'ltr' }
const NOTE = 'This is a demo wallet. Its key is stored in this browser and protects nothing.'

/** Changing the account cancels an open signature request: the site asks again for the new account. */
function renderAccounts(
  prompt: DemoPrompt,
  { accountText, close }: { accountText: HTMLElement; close(answer: DemoAnswer): void },
): HTMLElement {
  const next = button('Next account', 'quiet', () => change('next'))
  const change = (to: 'new' | 'next') => {
    prompt.changeAccount(to)
    if (prompt.signing) return close('account_changed')
    accountText.textContent = prompt.account()
    next.hidden = prompt.count() < 2
  }
  next.hidden = prompt.count() < 2
  const add = button('New account', 'quiet', () => change('new'))
  return element('div', { class: 'row' }, add, next)
}

function renderAnswers(signing: boolean, close: (answer: DemoAnswer) => void): HTMLElement {
  const approve = button(signing ? 'Approve and sign' : 'Approve', 'primary', () => close('approved'))
  approve.autofocus = true
  const reject = button('Reject', 'plain', () => close('rejected'))
  return element('div', { class: 'row answers' }, reject, approve)
}

function button(text: string, look: string, press: () => void): HTMLButtonElement {
  const node = element('button', { type: 'button', class: look }, text)
  node.addEventListener('click', press)
  return node
}

function element<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  attributes: Record<string, string>,
  ...children: (Node | string)[]
): HTMLElementTagNameMap[Name] {
  const node = document.createElement(name)
  node.append(...children)
  for (const [key, value] of Object.entries(attributes)) node.setAttribute(key, value)
  return node
}

/** A constructed sheet, because the page's policy forbids inline styles. */
function styles(): CSSStyleSheet {
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(`
    dialog { box-sizing: border-box; inline-size: min(420px, calc(100% - 32px)); max-block-size: calc(100% - 32px); padding: 24px;
      border: 1px dashed var(--edge, #8d8474); border-radius: var(--radius, 10px);
      color: var(--ink, CanvasText); background: var(--sheet, Canvas); font: 1rem/1.5 var(--sans, system-ui, sans-serif); overflow: auto }
    dialog::backdrop { background: rgb(0 0 0 / 45%) }
    h2 { margin: 0 0 8px; font-size: 1.25rem; line-height: 1.25; font-weight: 600 }
    p { margin: 0 0 16px }
    .label { display: inline-block; margin-block-end: 12px; padding: 2px 8px; border: 1px solid var(--edge, #8d8474);
      border-radius: 999px; color: var(--ink-soft, CanvasText); font-size: .875rem }
    .soft, dt { color: var(--ink-soft, CanvasText); font-size: .875rem }
    dl { display: grid; gap: 4px; margin: 0 0 16px } dd { margin: 0 0 8px; min-inline-size: 0 }
    .mono { font-family: var(--mono, ui-monospace, monospace); font-size: .875rem; overflow-wrap: anywhere }
    pre { box-sizing: border-box; max-block-size: 240px; margin: 0; padding: 12px; border: 1px solid var(--rule, #e3dccd);
      border-radius: var(--radius, 10px); background: var(--paper, Canvas); white-space: pre-wrap; overflow: auto }
    .row { display: flex; flex-wrap: wrap; gap: 8px; margin-block-end: 16px } .answers { margin: 0 } .answers button { flex: 1 1 auto }
    button { min-block-size: 44px; padding: 8px 16px; border: 1px solid var(--edge, #8d8474); border-radius: var(--radius, 10px);
      color: var(--ink, CanvasText); background: transparent; font: inherit; font-weight: 500; cursor: pointer }
    button:hover { border-color: var(--ink, CanvasText); background: var(--wash, transparent) }
    button[hidden] { display: none }
    .primary { border-color: var(--ink, CanvasText); color: var(--sheet, Canvas); background: var(--ink, CanvasText) }
    .primary:hover { color: var(--ink, CanvasText) }
    .quiet { font-size: .875rem }
    :focus-visible { outline: 2px solid var(--ink, Highlight); outline-offset: 2px }
    @media (forced-colors: active) { .primary { forced-color-adjust: none; border-color: Highlight; color: HighlightText; background: Highlight } }
  `)
  return sheet
}
