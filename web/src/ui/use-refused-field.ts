import { type RefObject, useEffect, useRef } from 'react'

type RefusedField = { form: RefObject<HTMLFormElement | null>; submitted(): void }

/** Focuses the first invalid field after a submit, and opens the disclosure around it. */
export function useRefusedField(): RefusedField {
  const form = useRef<HTMLFormElement>(null)
  const waiting = useRef(false)
  useEffect(() => {
    const field = waiting.current ? form.current?.querySelector<HTMLElement>('[aria-invalid]') : null
    if (!field) return
    waiting.current = false
    const around = field.closest('details')
    if (around) around.open = true
    const control = field.matches('[role=radiogroup]') ? (field.querySelector('input') ?? field) : field
    control.focus()
  })
  return {
    form,
    submitted() {
      waiting.current = true
    },
  }
}
