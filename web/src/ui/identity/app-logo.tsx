import { AppWindow } from 'lucide'
import type { ReactNode } from 'react'
import { Icon } from '../icon.tsx'
import './app-logo.css'

type AppLogoProps = { logo: string; size: number; alt?: string }

/** In an `<img>`, so that no script in it can run. */
export function AppLogo({ logo, size, alt = '' }: AppLogoProps) {
  return <img className="app-logo" src={logo} alt={alt} width={size} height={size} />
}

export function WithLogo({ picture, children }: { picture: ReactNode; children: ReactNode }) {
  return picture ? (
    <div className="inline">
      {picture}
      <div>{children}</div>
    </div>
  ) : (
    children
  )
}

export function AppIcon({ logo, size }: { logo: string | null; size: number }) {
  if (logo) return <AppLogo logo={logo} size={size} />
  return <Icon icon={AppWindow} className="app-logo none" size={size} />
}
