import assert from 'node:assert/strict'
import { test } from 'node:test'
import { formatPhoneCode } from '@countersign/contract/phone-code.ts'
import { dropDatabase } from '../../../../test/support/database/drop-database.ts'
import { forDefaultEngine } from '../../../../test/support/database/engines.ts'
import { readRows } from '../../../../test/support/database/rows.ts'
import { openEventStream } from '../../../../test/support/server/event-stream.ts'
import { openBrowser } from '../../../../test/support/server/http-browser.ts'
import { approve, askPhone, match, open, phoneState, redeem } from '../../../../test/support/server/phone.ts'
import { approveOnPhone, newPair, otherDigits, recordAnswers } from '../../../../test/support/server/phone-attack.ts'
import { expectProblem, expectStarted } from '../../../../test/support/server/responses.ts'
import { startServer } from '../../../../test/support/server/server.ts'

forDefaultEngine('secrets of cross-device sign-in', (engine) => {
  test('are in no log, no activity and no cache', async () => {
    const server = await startServer(engine)
    const { account, ...browsers } = newPair(server)
    const [computer, phone] = [recordAnswers(browsers.computer), recordAnswers(browsers.phone)]
    const signed = await approveOnPhone({ computer: computer.browser, phone: phone.browser, account })
    const { code, number, proof, request } = signed
    const digits = signed.digits ?? ''
    const stream = await openEventStream(server, computer.browser, {}, `/api/phone-requests/${request.id}/events`)
    const wrong = otherDigits(digits)
    expectProblem(await redeem(computer.browser, signed, wrong), 'phone_digits_wrong')
    expectProblem(await redeem(computer.browser, signed, `${digits}0`), 'invalid_body')
    await computer.browser.post(`/api/phone-requests/${request.id}/redeem`, {
      digits,
      code,
      number,
      x: proof.signature,
    })
    await phone.browser.call({ method: 'POST', path: '/api/phone/open', raw: `{"code":"${code}"` })
    expectProblem(await open(openBrowser(server), signed), 'phone_used')
    assert.equal((await redeem(computer.browser, signed, digits)).status, 200)
    expectStarted(await computer.browser.post('/api/sessions', { proof, keep: true }))
    expectProblem(await match(phone.browser, signed), 'phone_ended')
    const other = await askPhone(computer.browser)
    await open(phone.browser, other)
    await match(phone.browser, { ...other, number: otherDigits(other.number) })
    await phoneState(phone.browser, signed)
    stream.close()
    for (const answers of [computer, phone])
      for (const [, cache] of answers.text().matchAll(/"cache-control":"([^"]*)"/g)) assert.equal(cache, 'no-store')
    const recorded = JSON.stringify(await readRows(server, 'SELECT * FROM activity'))
    const cookies = [browsers.computer, browsers.phone].flatMap((browser) => [...browser.cookies.values()])
    await dropDatabase(server)
    await approve(phone.browser, signed, proof)
    await open(phone.browser, other)
    const lines = server.logLines.join('')
    await server.close()

    assert.match(lines, /phone/)
    const secrets = [code, formatPhoneCode(code), other.code, proof.signature, proof.signature.slice(2), proof.message]
    for (const secret of [...secrets, proof.challenge, ...cookies])
      for (const text of [lines, recorded]) assert.ok(!text.includes(secret), secret)
    for (const short of [digits, wrong, `${digits}0`])
      for (const text of [lines, recorded])
        assert.doesNotMatch(text, new RegExp(`(?<![0-9A-Za-z])${short}(?![0-9A-Za-z])`))
    assert.doesNotMatch(lines + recorded, /"(?:number|digits|code)":"\d+"/)
  })

  test('of the database are useless without the browser of the computer', async () => {
    const server = await startServer(engine)
    const pair = newPair(server)
    const signed = await approveOnPhone(pair)
    const [row] = await readRows(server, 'SELECT * FROM phone_request')
    const stored = JSON.stringify(row)
    assert.ok(!stored.includes(`"${signed.digits}"`) && !stored.includes(`"${signed.number}"`))
    for (const browser of [pair.computer, pair.phone])
      for (const value of browser.cookies.values()) assert.ok(!stored.includes(value))
    // What a reader of the database has: the id, the code, and the proof.
    const thief = openBrowser(server)
    expectProblem(await redeem(thief, signed, '000000'), 'not_found')
    expectProblem(await open(thief, signed), 'phone_used')
    expectProblem(await thief.post('/api/sessions', { proof: signed.proof, keep: true }), 'challenge_other_browser')
    await server.close()
  })

  test('of a browser name are not in the text that is signed', async () => {
    const server = await startServer(engine)
    for (const name of [
      'Chrome\n\nURI: https://evil.example',
      'ＣＨＲＯＭＥ/1',
      'x'.repeat(4000),
      ', code BBBB-BBBB. Sign',
    ]) {
      const response = await openBrowser(server).post(
        '/api/phone-requests',
        { purpose: 'sign_in' },
        { 'user-agent': encodeURIComponent(name).replaceAll('%20', ' ').replaceAll('%2C', ',') },
      )
      assert.equal(response.status, 201, response.text)
      const opened = await open(openBrowser(server), response.json as { code: string }) // asserted by the next line
      assert.match(opened.text, /"device":"(?:Chrome|Unknown browser)/)
    }
    await server.close()
  })
})
