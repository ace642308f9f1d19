import { describe, expect, test } from 'vitest'
import { doubtsOf, isSameName, placeOf, readAdded, readSaid, readTyped } from './answers.ts'

const form = (fields: Record<string, string>) => new URLSearchParams(fields)
const filled = { firstName: 'Zainab', lastName: 'Bello', phone: '0803 555 0001' }
const said = (fields: Record<string, string>, isoCode = 'NG') => readSaid(readTyped(form(fields)), isoCode)

describe('what is typed', () => {
  test('a phone is read as the church’s country dials it', () => {
    expect(said(filled).faults).toBeNull()
    expect(said(filled)).toMatchObject({ said: { phone: '+2348035550001', smsConsent: false, place: null } })
    expect(said({ ...filled, phone: '(212) 555-0123' }, 'US')).toMatchObject({ said: { phone: '+12125550123' } })
    expect(said({ ...filled, phone: '+1 212 555 0123' })).toMatchObject({ said: { phone: '+12125550123' } })
  })

  test.each([
    ['nothing at all', {}, ['firstName', 'phoneMissing']],
    ['a name of blanks', { ...filled, firstName: ' \t ' }, ['firstName']],
    ['no phone', { ...filled, phone: '' }, ['phoneMissing']],
    ['a phone with digits missing', { ...filled, phone: '0803 1' }, ['phoneShort']],
    ['words for a phone', { ...filled, phone: 'call me maybe' }, ['phoneWrong']],
    ['neither name nor a whole phone', { firstName: '', phone: '0803 1' }, ['firstName', 'phoneShort']],
  ])('%s is said in place', (_name, fields, faults) => {
    expect(said(fields)).toEqual({ faults })
  })

  test('a last name is not asked for, and names are cleaned of blanks', () => {
    expect(said({ ...filled, firstName: '  Ọlá   Grace ', lastName: '' })).toMatchObject({
      said: { firstName: 'Ọlá Grace', lastName: '' },
    })
  })

  test('only the box itself agrees to texts', () => {
    const agreed = ['yes', 'on', 'true', 'YES', ''].map((sms) => readTyped(form({ ...filled, sms })).sms)
    expect(agreed).toEqual([true, false, false, false, false])
    expect(readTyped(form(filled)).sms).toBe(false)
  })

  test('of a field more than 200 letters is never shown again', () => {
    expect(readTyped(form({ firstName: 'a'.repeat(500) })).firstName).toHaveLength(200)
  })

  test('a place is one line of at most 40 letters; nothing but blanks is none', () => {
    expect(placeOf('  Main \n entrance ')).toBe('Main entrance')
    expect(placeOf('x'.repeat(100))).toHaveLength(40)
    expect([placeOf(''), placeOf('  \n ')]).toEqual([null, null])
  })
})

describe('what is odd about a press', () => {
  const at = new Date('2027-05-02T09:00:00Z')
  const before = (ms: number) => new Date(at.getTime() - ms)
  const name = { firstName: 'Zainab', lastName: 'Bello' }
  const doubts = (opened: Date | null, trap = '') => doubtsOf({ trap, opened, said: name, at })
  const DAY_MS = 86_400_000

  test.each([
    ['at once', 0, ['hurried']],
    ['just under two seconds', 1_999, ['hurried']],
    ['two seconds', 2_000, []],
    ['a whole day', DAY_MS, []],
    ['longer than a day', DAY_MS + 1, ['stale']],
  ])('after %s', (_name, ms, odd) => {
    expect(doubts(before(ms))).toEqual(odd)
  })

  test('a page that was opened in the future is hurried, not trusted', () => {
    expect(doubts(before(-60_000))).toEqual(['hurried'])
  })

  test('a page that was never opened here is forged, whatever else it is', () => {
    expect(doubts(null)).toEqual(['forged'])
    expect(doubts(null, 'https://spam.example')).toEqual(['trap', 'forged'])
  })

  test('a field that nobody sees was filled in by a machine', () => {
    expect(doubts(before(5_000), 'x')).toEqual(['trap'])
  })
})

describe('the same name', () => {
  const same = (one: [string, string], other: [string, string]) =>
    isSameName({ firstName: one[0], lastName: one[1] }, { firstName: other[0], lastName: other[1] })

  test('marks and capitals aside', () => {
    expect(same(['Ọlá', 'Bẹ́llo'], ['OLA', 'bello'])).toBe(true)
    expect(same(['Zainab', 'Bello'], ['Zainab', 'Bella'])).toBe(false)
  })

  test('where first name and last name are divided elsewhere it is the same to whoever reads it', () => {
    expect(same(['Anna Maria', 'Eze'], ['Anna', 'Maria Eze'])).toBe(true)
  })
})

describe('what is added behind "Thank you"', () => {
  const added = (fields: Record<string, string>) => readAdded(form(fields))

  test('only what this press says', () => {
    expect(added({})).toEqual({})
    expect(added({ source: '2' })).toEqual({ sourceId: 2 })
    expect(added({ interest: '0' })).toEqual({ interest: 0 })
  })

  test.each(['', '-1', '1.5', '2x', '999999', ' 2'])('%j is no number of a list', (source) => {
    expect(added({ source })).toEqual({})
  })

  test('an email comes with the answer whether emails are welcome; without the box they are not', () => {
    expect(added({ email: ' zainab@x.example ' })).toEqual({ email: 'zainab@x.example', emailConsent: false })
    expect(added({ email: 'zainab@x.example', emails: 'yes' })).toMatchObject({ emailConsent: true })
    expect(added({ email: 'zainab@x.example', emails: 'on' })).toMatchObject({ emailConsent: false })
  })

  test('a box without an email says nothing', () => {
    expect([added({ emails: 'yes' }), added({ email: '', emails: 'yes' })]).toEqual([{}, {}])
  })

  test.each(['zainab', 'zainab@', '@x.example', `${'z'.repeat(250)}@x.example`])('%j is no email', (email) => {
    expect(added({ email, source: '2' })).toBeNull()
  })
})
