import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { analyzeUnits } from '../support/deployment/systemd.ts'
import { readExample } from '../support/proxies/proxies.ts'

/** Tenths. What is left: the network, Unix sockets, and memory that V8 writes machine code to. */
const MAX_EXPOSURE = 13

describe('the systemd unit', () => {
  // The command is checked for existence.
  const unit = readExample('systemd/countersign.service').replace(/^ExecStart=.*$/m, 'ExecStart=/bin/true')
  const verify = (text: string, secrets = readExample('systemd/secrets.conf')) =>
    analyzeUnits(['verify'], { 'countersign.service': text, 'countersign.service.d/secrets.conf': secrets })
  const rate = (text: string) =>
    analyzeUnits(['security', '--offline=true', `--threshold=${MAX_EXPOSURE}`], { 'countersign.service': text })

  test('is valid, with the file for secrets', () => {
    assert.deepEqual(verify(unit), { status: 0, output: '' })
    assert.match(verify(unit.replace('ProtectClock', 'ProtectClocks')).output, /Unknown key .*'ProtectClocks'/)
    assert.match(verify(unit, '[Service]\nLoadCredentials=a:/b\n').output, /Unknown key .*'LoadCredentials'/)
  })

  test('is as restricted as Node permits', () => {
    assert.equal(rate(unit).status, 0, rate(unit).output)
    assert.equal(rate(unit.replace('PrivateDevices=yes\n', '')).status, 1)
  })
})
