import { AppError } from '@countersign/contract/error/errors.ts'
import {
  RATE_PHONE_CALLS_PER_ADDRESS,
  RATE_PHONE_CODES_PER_ADDRESS,
  RATE_PHONE_REQUESTS_PER_ADDRESS,
  RATE_PHONE_REQUESTS_PER_BROWSER,
  RATE_PHONE_STATES_PER_ADDRESS,
} from '@countersign/contract/limits/phone-limits.ts'
import { parsePhoneCode } from '@countersign/contract/phone-code.ts'
import { isOver } from '@countersign/contract/phone-state.ts'
import type { BodyOf } from '@countersign/contract/route.ts'
import {
  approvePhoneRequest,
  cancelPhoneRequest,
  createPhoneRequest,
  declinePhoneRequest,
  getPhoneRequest,
  listenToPhoneRequest,
  matchPhoneRequest,
  openPhoneRequest,
  type PhoneRequest,
  redeemPhoneRequest,
} from '@countersign/contract/routes/phone.ts'
import { phonePurposeSchema } from '@countersign/contract/schemas/phone.ts'
import type { Context } from '../../context.ts'
import { endpoint } from '../../platform/http/endpoint.ts'
import { bindBrowser, browserOf, type Exchange } from '../../platform/http/exchange.ts'
import { giveBackRate, subnetOf, takeRate, tryTakeRate } from '../../platform/http/request/client-ip.ts'
import { isSameNetwork, maskIp } from '../../platform/ip-address.ts'
import { bindingOf } from '../../proof/challenge/challenge.ts'
import { findRequestByCode, findRequestStates } from '../../proof/phone/phone-request.store.ts'
import type { PhoneRequestRecord } from '../../proof/phone/phone-request.ts'
import { requirePhoneOn, requireRoleAllowed } from '../../proof/phone/phone-rules.ts'
import { readInstance } from '../../settings/read-settings.ts'
import { currentSession, ifSignedOut, readDeviceCookie } from '../browser-session.ts'
import { readBinding } from '../challenge-binding.ts'
import { openHub, sendEvents } from '../events/event-stream.ts'
import type { Hub } from '../events/hub.ts'
import { cancelRequest, challengeOf, findOwnRequest, publicPart, redeemRequest } from './computer.ts'
import { createRequest } from './create-request.ts'
import { approveRequest, declineRequest, matchRequest, type OnPhone, openRequest } from './on-phone.ts'
import { digitsOf, numberOf } from './secrets.ts'
import { presentRequest } from './states.ts'

type PhoneEvent = { event: 'changed' } & Partial<PhoneRequest>

export type PhoneHub = Hub<PhoneEvent>

export function openPhoneHub(context: Context): PhoneHub {
  return openHub<PhoneEvent>(context, {
    async find(ids) {
      const now = context.now()
      return (await findRequestStates(context.store, ids)).map((request) => {
        const state = presentRequest(request, now)
        const mark = `${state.state} ${state.triesLeft}`
        return { id: request.id, mark, event: { event: 'changed', ...state }, last: isOver(state.state) }
      })
    },
    // Purged long after it expired.
    missing: { event: 'changed', state: 'expired' },
  })
}

export const phoneRoutes = (context: Context, hub: PhoneHub) => [
  endpoint(createPhoneRequest, async (exchange, body) => {
    const browser = bindBrowser(context, exchange)
    takeRate(context, 'phone request', exchange.ip, RATE_PHONE_REQUESTS_PER_ADDRESS)
    context.rates.take(`phone request:${browser}`, RATE_PHONE_REQUESTS_PER_BROWSER)
    const request = await create(context, exchange, { body, browser })
    const { code } = request
    return { request: present(context, request), code, number: numberOf(context, request.id) }
  }),

  endpoint(getPhoneRequest, async (exchange, _, { params }) =>
    present(context, await findOwn(context, exchange, params)),
  ),

  endpoint(listenToPhoneRequest, async (exchange, _, { params }) => {
    const { id } = await findOwn(context, exchange, params)
    // Without a mark, so that a new page is sent the current state.
    sendEvents(context, exchange, hub, { id, lastMark: exchange.header('last-event-id') ?? '' })
    return ''
  }),

  endpoint(redeemPhoneRequest, async (exchange, { digits }, { params }) => {
    takeRate(context, 'phone', exchange.ip, RATE_PHONE_CALLS_PER_ADDRESS)
    return redeemRequest(context, { ...ownOf(exchange, params), digits, source: exchange.source })
  }),

  endpoint(cancelPhoneRequest, async (exchange, _, { params }) => {
    await findOwn(context, exchange, params)
    await cancelRequest(context, ownOf(exchange, params))
    return undefined
  }),

  endpoint(openPhoneRequest, async (exchange, { code }) => {
    const request = await openRequest(context, await onPhone(context, exchange, code))
    return presentToPhone(context, exchange, request)
  }),

  endpoint(matchPhoneRequest, async (exchange, { code, number }) => {
    const request = await matchRequest(context, await onPhone(context, exchange, code), number)
    return { request: present(context, request), challenge: publicPart(challengeOf(context, request)) }
  }),

  endpoint(approvePhoneRequest, async (exchange, { code, proof }) => {
    const request = await approveRequest(context, await onPhone(context, exchange, code), proof)
    return { request: present(context, request), digits: digitsFor(context, request) }
  }),

  endpoint(declinePhoneRequest, async (exchange, { code }) => {
    await declineRequest(context, await onPhone(context, exchange, code))
    return undefined
  }),
]

type Creation = { body: BodyOf<typeof createPhoneRequest>; browser: string }

async function create(context: Context, exchange: Exchange, { body, browser }: Creation): Promise<PhoneRequestRecord> {
  const instance = await readInstance(context)
  requirePhoneOn(instance)
  // The first owner needs a wallet on the computer itself.
  if (!instance.hasOwner) throw new AppError('purpose_not_allowed')
  const { purpose } = body
  const session = await currentSession(context, exchange).catch(ifSignedOut)
  if (session && (purpose === 'step_up' || purpose === 'link_wallet')) requireRoleAllowed(instance, session.person.role)
  const bound = await readBinding(context, () => currentSession(context, exchange), body)
  const { value, fresh } = readDeviceCookie(context, exchange)
  return createRequest(context, {
    challenge: { purpose, browser, instanceName: instance.name, ...bound },
    source: exchange.source,
    deviceCookie: fresh ? undefined : value,
  })
}

function present(context: Context, request: PhoneRequestRecord): PhoneRequest {
  return presentRequest(request, context.now())
}

function presentToPhone(context: Context, { ip }: Exchange, request: PhoneRequestRecord) {
  return {
    request: present(context, request),
    purpose: phonePurposeSchema.parse(challengeOf(context, request).purpose),
    action: request.action,
    device: request.device,
    maskedIp: maskIp(request.ip),
    sameNetwork: isSameNetwork(request.ip, ip),
    ageMs: context.now() - request.createdAt,
    digits: digitsFor(context, request),
  }
}

/** Only for the phone: the computer must learn them from the person. */
function digitsFor(context: Context, { id, state, direct }: PhoneRequestRecord): string | null {
  return state === 'approved' && !direct ? digitsOf(context, id) : null
}

type Params = { id: string }

function findOwn(context: Context, exchange: Exchange, params: Params): Promise<PhoneRequestRecord> {
  takeRate(context, 'phone state', exchange.ip, RATE_PHONE_STATES_PER_ADDRESS)
  return findOwnRequest(context, ownOf(exchange, params))
}

function ownOf(exchange: Exchange, { id }: Params) {
  const browser = browserOf(exchange)
  return { id, binding: browser && bindingOf(browser) }
}

/** The phone of a call: its request, by the code. */
async function onPhone(context: Context, exchange: Exchange, code: string): Promise<OnPhone> {
  const { ip, source } = exchange
  takeRate(context, 'phone', ip, RATE_PHONE_CALLS_PER_ADDRESS)
  const binding = bindingOf(bindBrowser(context, exchange))
  const id = await findByCode(context, { code, binding, ip })
  return { id, binding, source, network: subnetOf(ip) }
}

/**
 * Wrong codes are counted, and from then on right ones are refused, too: a guess that is not answered teaches nothing.
 * The phone that typed the number goes on, whatever others in its network do.
 */
async function findByCode(
  context: Context,
  { code, binding, ip }: { code: string; binding: string; ip: string },
): Promise<string> {
  const rate = ['phone code', ip, RATE_PHONE_CODES_PER_ADDRESS] as const
  // Taken first: guesses at the same time would all be looked up before the first is known to be wrong.
  const mayGuess = tryTakeRate(context, ...rate)
  const parsed = parsePhoneCode(code)
  const found = parsed === undefined ? undefined : await findRequestByCode(context.store, parsed)
  if (!mayGuess && found?.phone !== binding) throw new AppError('rate_limited', { retryAfter: CODES_RETRY_S })
  if (!found) throw new AppError('phone_code_unknown')
  if (mayGuess) giveBackRate(context, ...rate)
  return found.id
}

/** Until one more code is looked up. */
const CODES_RETRY_S = RATE_PHONE_CODES_PER_ADDRESS.perMs / RATE_PHONE_CODES_PER_ADDRESS.burst / 1000
