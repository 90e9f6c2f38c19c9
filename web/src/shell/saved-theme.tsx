import { getProfile } from '@countersign/contract/routes/person.ts'
import { useEffect } from 'react'
import { useAnswer } from '../components/account-data.tsx'
import { isThemeChosen, writeTheme } from '../ui/theme.ts'

/** Applies the theme of the profile in browsers where none was chosen. */
export function SavedTheme() {
  const theme = useAnswer(getProfile).data?.theme
  useEffect(() => {
    if (theme && !isThemeChosen()) writeTheme(theme)
  }, [theme])
  return null
}
