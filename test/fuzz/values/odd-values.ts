/** Values that no field expects. */

import type { Random } from '../../support/seeded-random.ts'

const nested = (depth: number): unknown => JSON.parse(`${'['.repeat(depth)}${']'.repeat(depth)}`)

export const ODD_TEXTS: readonly string[] = [
  '',
  ' ',
  '\0',
  '\ud800',
  '\u202egpj.exe',
  '\u2066x\u2069',
  '\ufeffx',
  '\u200b',
  'e\u0301'.repeat(20),
  '𝕏'.repeat(40),
  'ﷺ',
  '👩‍👩‍👧‍👦',
  'Раypal',
  '../../etc/passwd',
  '..%2f..%2f',
  "' OR 1=1 --",
  '"; DROP TABLE person; --',
  '%',
  '_%_',
  '\\',
  '<script>alert(1)</script>',
  '{{7*7}}',
  '#{7*7}',
  'javascript:alert(1)',
  'http://169.254.169.254/latest/meta-data/',
  'http://[::1]:1/',
  'file:///etc/passwd',
  '//evil.example',
  'a\r\nSet-Cookie: x=1',
  '__proto__',
  'constructor',
  'toString',
  'null',
  'undefined',
  'NaN',
  '1e999',
  '-1',
  '0x',
  '9'.repeat(400),
  'x'.repeat(300),
  'x'.repeat(5000),
  'a@'.repeat(1000),
  '2026-02-30T25:61:61.000Z',
  '0000-00-00T00:00:00.000Z',
  '9999-12-31T23:59:59.999Z',
  'per_00000000000000000000000000',
  'per_7ZZZZZZZZZZZZZZZZZZZZZZZZZ',
]

const ODD_VALUES: readonly unknown[] = [
  null,
  true,
  false,
  0,
  -1,
  0.1,
  -0,
  1e308,
  2 ** 31,
  2 ** 53,
  -(2 ** 63),
  [],
  {},
  [[]],
  [null],
  { toString: 'x' },
  { length: 1 },
  { $ne: null },
  nested(50),
  nested(1000),
  Array.from({ length: 500 }, (_, index) => index),
]

export function oddValue(random: Random): unknown {
  return random.chance(0.6) ? random.pick(ODD_TEXTS) : copy(random.pick(ODD_VALUES))
}

/** `structuredClone` cannot copy what is nested deeply. */
export function copy(value: unknown): unknown {
  return value === undefined ? undefined : JSON.parse(JSON.stringify(value))
}
