/** Contrast of what the style sheets paint with the design tokens: WCAG 2.2, 1.4.3 (text) and 1.4.11 (graphics). */

import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import {
  colorDistance,
  contrast,
  DANGER_COLORS,
  MIN_DANGER_DISTANCE,
} from '@countersign/contract/appearance/contrast.ts'
import { build } from 'vite'
import { BROWSERS } from '../../vite.config.ts'

type Colors = ReadonlyMap<string, { light: string; dark: string }>
type Rule = { selector: string; ancestors: string; parts: string[]; values: ReadonlyMap<string, string> }
type Pair = { ink: string; ground: string; least: number; where: string }

const TEXT_LEAST = 4.5 // large text is held to the same
const GRAPHIC_LEAST = 3

/** What carries no words: icons, charts, list markers and the separators between words. */
const GRAPHIC = /(?:\.icon|\.mark|\.chart-swatch, rect\)[.\w]*|\.theme-switch > label[^ ]*|::marker|::before|::after)$/
/** Backgrounds without text: the lines between cells and in a chart, a dot, and a logo. */
const TEXTLESS = new Set(['.app-logo', '.figures', '.chart-bars', '.wallet-chip.busy .wallet-chip-dot'])
/** A QR code, which cameras only read in black on white. */
const QR_CODE = '.link-code'
/** Properties that paint a graphic or the border of a control. */
const GRAPHICS = ['border', 'border-color', 'border-block-start-color', 'outline', 'accent-color', 'fill', 'stroke']
const CONTROL = /(?:\.button\S*|input\S*|select\S*|textarea\S*|\.wallet-row\S*|\[aria-invalid\])$/
const DISABLED = /:disabled|aria-disabled/
const NO_COLOR = /^(?:inherit|currentColor|transparent|none|0)$/

const web = join(import.meta.dirname, '..')
const tokens = readFileSync(join(web, 'ui/tokens.css'), 'utf8')
const sheets = [...globSync('ui/**/*.css', { cwd: web }), ...globSync('screens/**/*.css', { cwd: web })]
  .filter((path) => !path.endsWith('tokens.css'))
  .map((path) => readFileSync(join(web, path), 'utf8'))
const colors = readColors(tokens)
const rules = readRules(sheets.join('\n'))
const pairs = findPairs(rules)

test('every text, icon and control has enough contrast in both themes', () => {
  assert.deepEqual([...findFaint(colors, pairs), ...rules.flatMap(findUnsuitable)], [])
})

test('checks every color token and surface', () => {
  const inks = new Set(pairs.filter(({ least }) => least === TEXT_LEAST).map(({ ink }) => ink))
  assert.deepEqual([...inks].sort(), [
    'bad',
    'good',
    'ink',
    'ink-soft',
    'on-action',
    'on-danger',
    'on-seal',
    'paper',
    'warn',
  ])
  const grounds = new Set(pairs.map(({ ground }) => ground))
  assert.deepEqual([...grounds].sort(), [
    'action',
    'action-deep',
    'danger',
    'danger-deep',
    'ink',
    'paper',
    'seal',
    'sheet',
    'wash',
  ])
  const unseen = [...colors.keys()].filter((name) => !inks.has(name) && !grounds.has(name))
  assert.deepEqual(unseen, ['rule', 'edge', 'logo'], 'lines between things, borders of controls, and logos')
  assert.ok(pairs.some(({ ink, least }) => ink === 'edge' && least === GRAPHIC_LEAST))
})

test('browsers without light-dark() have the colors of both themes, too', async () => {
  const built = await buildTokens()
  assert.doesNotMatch(built, /light-dark\(/)
  for (const { light, dark } of colors.values()) assert.ok(built.includes(light) && built.includes(dark), light)
  // It is resolved where a color is defined, so a color scheme of its own would have no effect elsewhere.
  const all = globSync('**/*.css', { cwd: web }).map((path) => readFileSync(join(web, path), 'utf8'))
  for (const { selector, values } of all.flatMap(readRules))
    if (values.has('color-scheme')) assert.match(selector, /^(?:html)?:root|^\.theme-(?:light|dark)$/)
})

test('detects a background that is too dark and an ink that is too light', () => {
  const faintWith = (name: string, light: string, dark: string) =>
    findFaint(new Map([...colors, [name, { light, dark }]]), pairs).length > 0
  for (const ground of ['paper', 'sheet', 'wash']) {
    assert.ok(faintWith(ground, '#c8c0b0', '#171512'), ground)
    assert.ok(faintWith(ground, '#fffdf8', '#5a5448'), ground)
  }
  for (const ink of ['ink', 'ink-soft', 'good', 'warn', 'bad', 'edge']) {
    assert.ok(faintWith(ink, '#a8a090', '#f3ede2'), ink)
    assert.ok(faintWith(ink, '#1d1a16', '#5a5448'), ink)
  }
  assert.ok(faintWith('seal', '#ffb199', '#f0694b'))
  for (const ground of ['action', 'action-deep', 'danger', 'danger-deep'])
    assert.ok(faintWith(ground, '#ffb199', '#ffb199') || faintWith(ground, '#6f2018', '#6f2018'), ground)
  assert.ok(faintWith('on-seal', '#fffaf4', '#fffaf4'))
})

test('keeps dangerous actions apart from primary ones and from the text beside them', () => {
  const danger = colors.get('danger')
  assert.deepEqual([danger?.light, danger?.dark], DANGER_COLORS)
  for (const theme of ['light', 'dark'] as const)
    for (const name of ['action', 'action-deep', 'ink'])
      assert.ok(colorDistance(colors.get(name)?.[theme] ?? '', danger?.[theme] ?? '') > 2 * MIN_DANGER_DISTANCE, name)
})

test('detects a color that is not a token, text in a border color, and a control without a visible border', () => {
  const problemsOf = (rule: string) => {
    const all = [...rules, ...readRules(rule)]
    return [...findFaint(colors, findPairs(all)), ...all.flatMap(findUnsuitable)]
  }
  for (const color of ['#1d1a16', 'black', 'rgb(0 0 0)', 'light-dark(#000, #fff)'])
    assert.deepEqual(problemsOf(`.new { color: ${color}; }`), ['.new: color is not a color token'])
  assert.deepEqual(problemsOf('.new { background-color: #222; }'), ['.new: background is not a color token'])
  assert.match(problemsOf('.new { color: var(--unknown); }').join(), /unknown is not a color token/)
  assert.match(problemsOf('.new { color: var(--edge); }').join(), /\.new: edge on wash has 3\.11:1 in the light theme/)
  assert.match(problemsOf('@media (width < 1px) { .new { color: var(--rule); } }').join(), /\.new: rule on paper/)
  assert.match(problemsOf('.button.new:hover { background: var(--seal); }').join(), /\.new:hover: ink on seal has/)
  const border = '.new input: the border of a control is too faint'
  assert.deepEqual(problemsOf('.new input { border: 1px solid var(--rule); }'), [border])
  assert.deepEqual(problemsOf('.new { opacity: 0.5; }'), ['.new: opacity changes the contrast'])
})

async function buildTokens(): Promise<string> {
  const input = join(web, 'ui/tokens.css')
  const options = { write: false, cssTarget: BROWSERS, rolldownOptions: { input } }
  const built = await build({ root: web, configFile: false, logLevel: 'error', build: options })
  assert.ok('output' in built)
  const sheet = built.output.find(({ fileName }) => fileName.endsWith('.css'))
  return sheet?.type === 'asset' ? String(sheet.source) : ''
}

function findFaint(known: Colors, found: Pair[]): string[] {
  const problems = found.flatMap(({ ink, ground, least, where }) => {
    const [over, under] = [known.get(ink), known.get(ground)]
    if (!over || !under) return [`${where}: ${over ? ground : ink} is not a color token`]
    return (['light', 'dark'] as const).flatMap((theme) => {
      const ratio = contrast(over[theme], under[theme])
      return ratio < least ? [`${where}: ${ink} on ${ground} has ${ratio.toFixed(2)}:1 in the ${theme} theme`] : []
    })
  })
  return [...new Set(problems)]
}

/** Each color with each background it may stand on: its own, or else any surface that text is put on. */
function findPairs(all: Rule[]): Pair[] {
  const colored = all.filter(({ values }) => values.has('color'))
  const filled = all.filter(({ values }) => values.has('background'))
  const painted = all.map((rule) => ({
    where: rule.selector,
    ink: tokenOf(valueFor(colored, rule, 'color')),
    ground: tokenOf(valueFor(filled, rule, 'background')),
    hasOwnInk: rule.values.has('color'),
    hasOwnGround: rule.values.has('background'),
    graphics: GRAPHICS.flatMap((name) => tokenOf(rule.values.get(name)) ?? []),
    figure: tokenOf(rule.values.get('--mark-ground')),
  }))
  const surfaces = new Set(
    painted.flatMap(({ where, ink, ground, hasOwnGround }) =>
      hasOwnGround && ground && !ink && !TEXTLESS.has(where) && where !== QR_CODE ? [ground] : [],
    ),
  )
  return painted.flatMap(({ where, ink, ground, hasOwnInk, hasOwnGround, graphics, figure }) => {
    const on = ground ? [ground] : [...surfaces]
    const least = GRAPHIC.test(where) ? GRAPHIC_LEAST : TEXT_LEAST
    const words = ink && (hasOwnInk || hasOwnGround) ? on.map((each) => ({ ink, ground: each, least, where })) : []
    const lines = graphics
      .filter((each) => each !== 'rule' && !surfaces.has(each))
      .flatMap((each) => [...surfaces].map((under) => ({ ink: each, ground: under, least: GRAPHIC_LEAST, where })))
    const drawn = figure && ink ? [{ ink: figure, ground: ink, least: GRAPHIC_LEAST, where }] : []
    return [...words, ...lines, ...drawn]
  })
}

/** What a rule may not do, whatever its colors are. */
function findUnsuitable({ selector, values }: Rule): string[] {
  const problems: string[] = []
  const literal = ['color', 'background', 'fill', 'stroke'].filter((name) => {
    const value = values.get(name)
    return value !== undefined && !NO_COLOR.test(value) && !/var\(--[a-z-]+\)/.test(value)
  })
  if (literal.length > 0 && selector !== QR_CODE && selector !== '.dialog::backdrop')
    problems.push(`${selector}: ${literal} is not a color token`)
  const border = tokenOf(values.get('border-color') ?? values.get('border'))
  if (border === 'rule' && CONTROL.test(selector) && !DISABLED.test(selector))
    problems.push(`${selector}: the border of a control is too faint`)
  // A row that is being loaded is inactive, which WCAG exempts.
  if (!/^[01]$/.test(values.get('opacity') ?? '1') && selector !== '.data-table[aria-busy] tbody tr')
    problems.push(`${selector}: opacity changes the contrast`)
  return problems
}

/** The value a rule has, or one of a rule for the same element without its states or with fewer classes. */
function valueFor(candidates: Rule[], rule: Rule, property: string): string | undefined {
  const general = candidates.filter(
    ({ ancestors, parts }) => ancestors === rule.ancestors && parts.every((part) => rule.parts.includes(part)),
  )
  return general
    .toSorted((one, other) => one.parts.length - other.parts.length)
    .at(-1)
    ?.values.get(property)
}

function tokenOf(value: string | undefined): string | undefined {
  return /var\(--([a-z-]+)\)/.exec(value ?? '')?.[1]
}

function readColors(sheet: string): Colors {
  const found = sheet.matchAll(/--([a-z-]+): light-dark\((#[0-9a-f]{6}), (#[0-9a-f]{6})\)/g)
  return new Map([...found].map(([, name = '', light = '', dark = '']) => [name, { light, dark }]))
}

/** One rule for each selector. What is printed and what the system colors itself is left out. */
function readRules(sheet: string): Rule[] {
  const blocks = sheet.replaceAll(/\/\*.*?\*\//gs, '').matchAll(/([^{}]+)\{((?:[^{}]|\{[^{}]*\})*)\}/g)
  return [...blocks].flatMap(([, prelude = '', body = '']) => {
    const head = prelude.trim().replaceAll(/\s+/g, ' ')
    if (/^@(?:keyframes|font-face)|forced-colors|^@media print/.test(head)) return []
    if (head.startsWith('@')) return readRules(body)
    const values = readValues(body)
    return head.split(/, ?(?![^(]*\))/).map((selector) => ({ selector, ...splitSelector(selector), values }))
  })
}

/** The element a selector ends with as its tag, classes and states, and what comes before it. */
function splitSelector(selector: string): { ancestors: string; parts: string[] } {
  const compounds = selector.match(/(?:[^ (]|\([^)]*\)+)+/g) ?? []
  const parts = compounds.at(-1)?.match(/(?:^|[.[]|::?)(?:[^.:[(]|\([^)]*\)+)+/g) ?? []
  return { ancestors: compounds.slice(0, -1).join(' '), parts: [...parts] }
}

function readValues(body: string): ReadonlyMap<string, string> {
  const declarations = body.split(';').map((line) => /^\s*([a-z-]+):\s*(.*?)\s*$/s.exec(line))
  return new Map(
    declarations.flatMap((match) => {
      const [, property = '', value = ''] = match ?? []
      return property === '' ? [] : [[property.replace('background-color', 'background'), value] as const]
    }),
  )
}
