import { type RefObject, useEffect, useRef } from 'react'

type RefusedField = { form: RefObject<HTMLFormElement | null> /** Before the form is looked at. */; submitted(): void }

/** What was refused at a field leads there once: it is read out with its refusal, also from within something closed. */
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
