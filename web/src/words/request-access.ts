import { about as enAbout, requestAccess as enRequestAccess } from './en.request-access.ts'

export const about = enAbout
export const requestAccess = enRequestAccess
