import { announce } from '../ui/feedback/live.ts'
import { documentation as words } from '../words/documentation.ts'

const DONE_MS = 2000

export function addCopyButtons(): void {
  const template = document.querySelector<HTMLTemplateElement>('#doc-copy')
  for (const block of document.querySelectorAll('.doc-code')) {
    const button = template?.content.firstElementChild?.cloneNode(true)
    if (!(button instanceof HTMLButtonElement)) continue
    button.addEventListener('click', () => void copyCode(block, button))
    block.append(button)
  }
}

async function copyCode(block: Element, button: HTMLButtonElement): Promise<void> {
  await navigator.clipboard.writeText(`${block.querySelector('code')?.textContent ?? ''}\n`)
  announce(words.copied)
  button.classList.add('done')
  setTimeout(() => button.classList.remove('done'), DONE_MS)
}
