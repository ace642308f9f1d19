import { expect, test } from 'vitest'
import { layoutLabel, type Mark } from './layout-label.ts'
import { labelSizes, sizeNames, type LabelSizeName } from './sizes.ts'
import { slipsOf, type Slip } from './slips.ts'

const measure = (text: string, size: number): number => [...new Intl.Segmenter().segment(text)].length * size * 0.55
const labels = {
  registrationId: 'r',
  code: 'K7M4QX',
  churchName: 'Grace Chapel',
  eventName: 'Family Thanksgiving Service with a very long name that nobody would shorten',
  at: '2026-11-22T08:47:00Z',
  familyName: 'Ọlátúnjí',
  children: [
    {
      personId: 'a',
      firstName: 'Oluwadamilọ́láayọ̀míkúnolúwatósìn',
      lastName: 'Ọlátúnjí',
      className: 'Primary (6–9)',
      allergies: ['Peanuts', 'Milk', 'Eggs and everything that was ever near an egg'],
      medical: ['Asthma'],
      hasCustodyFlag: true,
    },
  ],
}
const [child, tag] = slipsOf(labels, { keepThis: 'Keep this to collect', time: '8:47 AM' })
if (!child || !tag) throw new Error('There are no stickers.')

const right = (mark: Mark): number => {
  if (mark.kind === 'text') return mark.x + measure(mark.text, mark.size)
  if (mark.kind === 'box') return mark.x + mark.width
  return mark.kind === 'disc' ? mark.x + mark.radius : mark.x + 21 * mark.module
}
const all: [string, Slip, LabelSizeName][] = sizeNames.flatMap((size): [string, Slip, LabelSizeName][] => [
  [`child, ${size}`, child, size],
  [`tag, ${size}`, tag, size],
])

test.each(all)('nothing leaves the label, whatever stands on it (%s)', (_name, slip, name) => {
  const size = labelSizes[name]
  for (const mark of layoutLabel(slip, size, measure)) {
    expect(mark.x).toBeGreaterThanOrEqual(0)
    expect(mark.y).toBeGreaterThanOrEqual(0)
    expect(mark.y).toBeLessThanOrEqual(size.dots.height)
    expect(right(mark)).toBeLessThanOrEqual(size.dots.width)
  }
})

test.each(all)('no line of words runs into the one above it (%s)', (_name, slip, name) => {
  const texts = layoutLabel(slip, labelSizes[name], measure).filter((mark) => mark.kind === 'text' && !mark.isCode)
  const lines = texts.map(({ y }) => y).toSorted((one, other) => one - other)
  lines
    .slice(1)
    .forEach((y, index) => expect(y - (lines[index] ?? 0)).toBeGreaterThan(labelSizes[name].dots.height / 20))
})

test('the child’s sticker and the tag carry the same code, for scanners and for eyes', () => {
  for (const slip of [child, tag]) {
    const marks = layoutLabel(slip, labelSizes['62x40'], measure)
    expect(marks).toContainEqual(expect.objectContaining({ kind: 'code', text: 'K7M4QX' }))
    expect(marks).toContainEqual(expect.objectContaining({ kind: 'text', text: 'K7M 4QX', isCode: true }))
  }
})

test('allergies stand white in a black bar; the tag says nothing of them', () => {
  const white = (slip: Slip) =>
    layoutLabel(slip, labelSizes['100x50'], measure).filter((mark) => mark.kind === 'text' && mark.white)
  expect(white(child)).toHaveLength(1)
  expect(white(tag)).toHaveLength(0)
  expect(tag.small).toBe('Oluwadamilọ́láayọ̀míkúnolúwatósìn')
})

test('somebody who may not take the child shows as a sign, without a name', () => {
  const signs = (slip: Slip) => layoutLabel(slip, labelSizes['62x40'], measure).filter(({ kind }) => kind === 'disc')
  expect(signs(child)).toHaveLength(1)
  expect(signs(tag)).toHaveLength(0)
})

const namedTexts = (firstName: string, size: LabelSizeName, care: string[] = []) => {
  const [one] = labels.children
  const named = one && { ...one, firstName, lastName: '', allergies: care, medical: care, hasCustodyFlag: false }
  const [slip] = slipsOf({ ...labels, children: named ? [named] : [] }, { keepThis: '', time: '' })
  const marks = slip ? layoutLabel(slip, labelSizes[size], measure) : []
  return marks.filter((mark) => mark.kind === 'text' && mark.weight === 800 && !mark.isCode)
}

test.each(sizeNames)('a long name is whole, in two lines where one is too narrow (%s)', (size) => {
  for (const care of [[], ['Milk']]) {
    const words = namedTexts('Oluwadamilola Ayomikunoluwatosin', size, care)
    expect(words.map((mark) => mark.kind === 'text' && mark.text)).toEqual(['Oluwadamilola', 'Ayomikunoluwatosin'])
    const [first, second] = namedTexts('Oluwadamilolaayomikunoluwatosin', size, care)
    expect([first, second].map((mark) => (mark?.kind === 'text' ? mark.text : '')).join('')).toBe(
      'Oluwadamilolaayo-mikunoluwatosin',
    )
  }
  expect(namedTexts('Ada', size)).toHaveLength(1)
})
