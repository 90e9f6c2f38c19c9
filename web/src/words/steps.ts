import { steps as enSteps } from './en.steps.ts'

export const steps = enSteps
