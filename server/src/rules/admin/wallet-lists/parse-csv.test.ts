import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { parseCsv } from './parse-csv.ts'

const cellsOf = (csv: string) => parseCsv(csv).map(({ cells }) => cells)
const linesOf = (csv: string) => parseCsv(csv).map(({ line }) => line)

describe('parseCsv', () => {
  for (const [title, csv] of Object.entries({
    commas: 'a,b\nc,d',
    semicolons: 'a;b\nc;d\n',
    tabs: 'a\tb\nc\td',
    'CRLF line ends': 'a,b\r\nc,d\r\n',
    'CR line ends': 'a,b\rc,d',
    'a byte order mark': '\ufeffa,b\nc,d',
    'a quoted cell after a byte order mark': '\ufeff"a",b\nc,d',
    quotes: '"a","b"\n"c",d',
    'spaces around cells': ' a , b \n "c" ,\td',
  }))
    test(`reads ${title}`, () => {
      assert.deepEqual(cellsOf(csv), [
        ['a', 'b'],
        ['c', 'd'],
      ])
    })

  test('reads delimiters, doubled quotes and line ends inside quotes', () => {
    assert.deepEqual(cellsOf('a,"b, ""c""\nd"\ne'), [['a', 'b, "c"\nd'], ['e']])
  })

  test('takes the first delimiter outside quotes', () => {
    assert.deepEqual(cellsOf('a\nb;c, d'), [['a'], ['b', 'c, d']])
    assert.deepEqual(cellsOf('"a,b"\tc'), [['a,b', 'c']])
  })

  test('counts lines from one, with empty lines and lines inside quotes', () => {
    assert.deepEqual(linesOf('a\n\nb\r\n\r\n"c\nd\r\ne"\nf'), [1, 3, 5, 8])
  })

  test('leaves out rows without content', () => {
    assert.deepEqual(cellsOf('\n , ,\na,\n""\n'), [['a', '']])
    assert.deepEqual(cellsOf(''), [])
  })

  test('marks rows whose quotes do not match', () => {
    assert.deepEqual(parseCsv('a\n"b" c\n"d,e\nf'), [
      { line: 1, cells: ['a'], broken: false },
      { line: 2, cells: ['b'], broken: true },
      { line: 3, cells: [''], broken: true },
    ])
  })
})
