import {
  type AboutWords,
  about as enAbout,
  requestAccess as enRequestAccess,
  type RequestAccessWords,
} from './en.request-access.ts'

export const requestAccess: RequestAccessWords = enRequestAccess
export const about: AboutWords = enAbout
