import { openFirefox } from '../support/journey/firefox.ts'
import { testJourney } from '../support/journey/journey.ts'

testJourney(openFirefox)
