import { AppWindow } from 'lucide-react'
import { AppLogo } from './app-logo.tsx'

/** In a list every app has a picture, so that their names are in one line. */
export function AppIcon({ logo, size }: { logo: string | null; size: number }) {
  if (logo) return <AppLogo logo={logo} size={size} />
  return <AppWindow className="app-logo none" size={size} aria-hidden="true" />
}
