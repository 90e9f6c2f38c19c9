import { CircleCheck } from 'lucide-react'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { announce } from './live.ts'
import './toast.css'

const SHOW_MS = 5000

let current: { text: string } | undefined
const listeners = new Set<() => void>()

/** Successes only, one at a time; errors are shown next to their cause. */
export function showToast(text: string): void {
  set({ text })
  announce(text)
}

export function clearToast(): void {
  set(undefined)
}

export function Toast() {
  const toast = useSyncExternalStore(subscribe, () => current)
  const [held, setHeld] = useState(false)
  useEffect(() => {
    if (!toast || held) return
    const timer = setTimeout(() => set(undefined), SHOW_MS)
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
      <CircleCheck size={20} aria-hidden="true" />
      <span>{toast.text}</span>
    </div>
  )
}

function set(next: typeof current): void {
  current = next
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
