import { openJourneyChromium } from '../support/journey/chromium.ts'
import { testJourney } from '../support/journey/journey.ts'

testJourney(openJourneyChromium)
