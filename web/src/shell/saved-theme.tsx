import { getProfile } from '@countersign/contract/routes/person.ts'
import { useEffect } from 'react'
import { useAnswer } from '../components/account-data.tsx'
import { isThemeChosen, writeTheme } from '../ui/theme.ts'

/** A browser in which no theme was ever chosen takes the one its person keeps in their account. */
export function SavedTheme() {
  const theme = useAnswer(getProfile).data?.theme
  useEffect(() => {
    if (theme && !isThemeChosen()) writeTheme(theme)
  }, [theme])
  return null
}
