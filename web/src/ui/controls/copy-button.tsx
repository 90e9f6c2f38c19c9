import { Check, Copy } from 'lucide'
import { useEffect, useState } from 'react'
import { announce } from '../feedback/live.ts'
import { Button, type ButtonLook } from './button.tsx'

type CopyButtonProps = {
  text: string
  label: string
  /** The accessible name, if the label is too short. */
  spoken?: string
  done: string
  look?: ButtonLook
}

const DONE_MS = 2000

export function CopyButton({ text, label, spoken, done, look = 'plain' }: CopyButtonProps) {
  const { copied, copy } = useCopy(text, done)
  return (
    <Button
      look={look}
      aria-label={copied ? undefined : spoken}
      onClick={() => void copy()}
      icon={copied ? Check : Copy}
    >
      {copied ? done : label}
    </Button>
  )
}

/** `copied` is true for a moment after each copy. */
export function useCopy(text: string, done: string) {
  const [copied, setCopied] = useState(false)
  useEffect(() => {
    if (!copied) return
    const timer = setTimeout(() => setCopied(false), DONE_MS)
    return () => clearTimeout(timer)
  }, [copied])
  const copy = async () => {
    await navigator.clipboard.writeText(text)
    setCopied(true)
    announce(done)
  }
  return { copied, copy }
}
