/** The kind of browser, for texts and links only, never for a decision about a wallet. */

import { isMobile } from '../session/browser.ts'

export type Browser = 'chrome' | 'edge' | 'firefox' | 'safari' | 'other'
export type BrowserEnvironment = {
  /** `in-app`: inside an app that is not a wallet, where wallet links are often blocked. */
  device: 'desktop' | 'phone' | 'in-app'
  system: 'ios' | 'android' | 'other'
  browser: Browser
}

export function detectBrowser(agent = navigator.userAgent, touchPoints = navigator.maxTouchPoints): BrowserEnvironment {
  const system = systemOf(agent, touchPoints)
  const inApp =
    /\b(Instagram|FBAN|FBAV|FB_IAB|Twitter|TelegramBot|Telegram|Line|LinkedInApp|MicroMessenger|TikTok|musical_ly|Snapchat|Pinterest)\b/i
  const device = inApp.test(agent)
    ? 'in-app'
    : isMobile({ userAgent: agent, maxTouchPoints: touchPoints })
      ? 'phone'
      : 'desktop'
  return { device, system, browser: browserOf(agent) }
}

function systemOf(agent: string, touchPoints: number): BrowserEnvironment['system'] {
  if (/Android/i.test(agent)) return 'android'
  if (/iPhone|iPad|iPod/i.test(agent)) return 'ios'
  // An iPad calls itself a Mac; a Mac has no touch screen.
  return /Macintosh/.test(agent) && touchPoints > 1 ? 'ios' : 'other'
}

function browserOf(agent: string): Browser {
  if (/Edg\//.test(agent)) return 'edge'
  if (/Firefox\//.test(agent)) return 'firefox'
  if (/Chrom(e|ium)\//.test(agent)) return 'chrome'
  return /Safari\//.test(agent) ? 'safari' : 'other'
}
