import type { ReactNode } from 'react'
import './app-logo.css'

type AppLogoProps = { logo: string; size: number /** None where the name stands beside it. */; alt?: string }

/** An app's own picture, only ever in an `<img>`. */
export function AppLogo({ logo, size, alt = '' }: AppLogoProps) {
  return <img className="app-logo" src={logo} alt={alt} width={size} height={size} />
}

/** What stands beside the picture, if there is one. */
export function BesideLogo({ picture, children }: { picture: ReactNode; children: ReactNode }) {
  return picture ? (
    <div className="beside-logo">
      {picture}
      <div>{children}</div>
    </div>
  ) : (
    children
  )
}
