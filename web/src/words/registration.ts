import { registration as en, type RegistrationWords } from './en.registration.ts'

export const registration: RegistrationWords = en
