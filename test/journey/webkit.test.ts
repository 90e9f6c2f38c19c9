import { testJourney } from '../support/journey/journey.ts'
import { openWebKit } from '../support/journey/webkit.ts'

testJourney(openWebKit)
