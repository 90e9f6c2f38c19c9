/** Cross-device sign-in as both pages call it. */

import assert from 'node:assert/strict'
import type { Proof } from '@countersign/contract/proof.ts'
import type { AnswerOf } from '@countersign/contract/route.ts'
import type { Challenge } from '@countersign/contract/routes/challenge.ts'
import type { createPhoneRequest, OpenedPhoneRequest, PhoneRequest } from '@countersign/contract/routes/phone.ts'
import {
  approvePhoneRequest,
  createPhoneRequest as createSchemas,
  matchPhoneRequest,
  openedPhoneRequestSchema,
  phoneRequestSchema,
  redeemedPhoneRequestSchema,
} from '@countersign/contract/schemas/phone.ts'
import type { PrivateKeyAccount } from 'viem/accounts'
import { type Browser, type HttpResponse, prove } from './http-browser.ts'

export type Asked = AnswerOf<typeof createPhoneRequest>

export async function askPhone(computer: Browser, body: object = { purpose: 'sign_in' }): Promise<Asked> {
  const response = await computer.post('/api/phone-requests', body)
  assert.equal(response.status, 201, response.text)
  return createSchemas.answer.parse(response.json)
}

export const open = (phone: Browser, { code }: { code: string }) => phone.post('/api/phone/open', { code })
export const match = (phone: Browser, { code, number }: { code: string; number: string }) =>
  phone.post('/api/phone/match', { code, number })
export const approve = (phone: Browser, { code }: { code: string }, proof: Proof) =>
  phone.post('/api/phone/approve', { code, proof })
export const decline = (phone: Browser, { code }: { code: string }) => phone.post('/api/phone/decline', { code })
export const redeem = (computer: Browser, { request }: { request: { id: string } }, digits?: string) =>
  computer.post(`/api/phone-requests/${request.id}/redeem`, digits === undefined ? {} : { digits })

export function expectOpened(response: HttpResponse): OpenedPhoneRequest {
  assert.equal(response.status, 200, response.text)
  return openedPhoneRequestSchema.parse(response.json)
}

export function expectMatched(response: HttpResponse): Challenge {
  assert.equal(response.status, 200, response.text)
  return matchPhoneRequest.answer.parse(response.json).challenge
}

export function expectApproved(response: HttpResponse) {
  assert.equal(response.status, 200, response.text)
  return approvePhoneRequest.answer.parse(response.json)
}

export function expectRedeemed(response: HttpResponse) {
  assert.equal(response.status, 200, response.text)
  return redeemedPhoneRequestSchema.parse(response.json)
}

export async function phoneState(browser: Browser, { request }: { request: { id: string } }): Promise<PhoneRequest> {
  const response = await browser.get(`/api/phone-requests/${request.id}`)
  assert.equal(response.status, 200, response.text)
  return phoneRequestSchema.parse(response.json)
}

/** The phone opens the request, types its number and signs. Returns its digits. */
export async function signOnPhone(phone: Browser, asked: Asked, account: PrivateKeyAccount): Promise<string | null> {
  expectOpened(await open(phone, asked))
  const challenge = expectMatched(await match(phone, asked))
  return expectApproved(await approve(phone, asked, await prove(challenge, account))).digits
}

type Handover = { computer: Browser; phone: Browser; account: PrivateKeyAccount; body?: object }

/** All of it, up to the proof that the computer is given. */
export async function handOver({ computer, phone, account, body }: Handover): Promise<Proof> {
  const asked = await askPhone(computer, body)
  const digits = await signOnPhone(phone, asked, account)
  return expectRedeemed(await redeem(computer, asked, digits ?? undefined)).proof
}

export async function signInByPhone(handover: Omit<Handover, 'body'>, keep = true): Promise<HttpResponse> {
  const proof = await handOver(handover)
  return handover.computer.post('/api/sessions', { proof, keep })
}
