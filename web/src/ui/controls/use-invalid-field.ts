import { type RefObject, useEffect, useRef } from 'react'

/** Focuses the first invalid field after a submit, and opens the disclosure around it. */
export function useInvalidField(): { form: RefObject<HTMLFormElement | null>; submitted: () => void } {
  const form = useRef<HTMLFormElement>(null)
  const waiting = useRef(false)
  useEffect(() => {
    if (waiting.current && focusInvalidField(form.current)) waiting.current = false
  })
  const submitted = () => {
    waiting.current = true
  }
  return { form, submitted }
}

export function focusInvalidField(form: HTMLFormElement | null): boolean {
  const field = form?.querySelector<HTMLElement>('[aria-invalid]')
  if (!field) return false
  const section = field.closest('details')
  if (section) section.open = true
  const control = field.matches('[role=radiogroup]') ? (field.querySelector('input') ?? field) : field
  control.focus()
  return true
}
