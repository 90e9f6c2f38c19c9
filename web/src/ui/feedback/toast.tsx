import { CircleCheck } from 'lucide'
import { useEffect, useState } from 'react'
import { Icon } from '../icon.tsx'
import { createStore, useStore } from '../store.ts'
import { announce } from './live.ts'
import './toast.css'

const SHOW_MS = 5000

const store = createStore<{ text: string } | undefined>(undefined)

/** Successes only, one at a time; errors are shown next to their cause. */
export function showToast(text: string): void {
  store.set({ text })
  announce(text)
}

export function clearToast(): void {
  store.set(undefined)
}

export function Toast() {
  const toast = useStore(store)
  const [held, setHeld] = useState(false)
  useEffect(() => {
    if (!toast || held) return
    const timer = setTimeout(clearToast, SHOW_MS)
    return () => clearTimeout(timer)
  }, [toast, held])
  if (!toast) return null
  return (
    <div
      className="toast"
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      aria-hidden="true"
    >
      <Icon icon={CircleCheck} size={20} />
      <span>{toast.text}</span>
    </div>
  )
}
