import { steps as en, type Steps } from './en.steps.ts'

export const steps: Steps = en
