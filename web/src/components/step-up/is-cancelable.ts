import type { View } from '../../sign-in/view.ts'

/** Whether the steps have a Cancel of their own, so that their dialog needs none. */
export function isCancelable({ screen }: View): boolean {
  return CANCELABLE.includes(screen)
}

const CANCELABLE: View['screen'][] = ['connecting', 'preparing', 'awaiting_signature', 'verifying', 'signed_in']
