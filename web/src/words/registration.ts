import { registration as enRegistration } from './en.registration.ts'

export const registration = enRegistration
