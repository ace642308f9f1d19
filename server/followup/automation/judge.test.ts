import { describe, expect, test } from 'vitest'
import type { Condition, Definition } from '#contract/followup/automation-rules.ts'
import { ALPHA, CHOIR, factsOf, occasionOf, place } from '../../test-kit/rule-case.ts'
import type { Facts, Occasion } from './facts.ts'
import { judge } from './judge.ts'

const SUNDAY = '2026-05-03'
const rule: Definition = { trigger: { kind: 'first_visit' }, conditions: [], actions: [], repeat: 'once' }

type Judged = { conditions?: Condition[]; repeat?: Definition['repeat']; acted?: string[]; occasion?: Occasion | null }

const judged = (known: Partial<Facts>, { occasion = occasionOf(SUNDAY), acted = [], ...more }: Judged = {}) =>
  judge({ definition: { ...rule, ...more }, facts: factsOf(known), occasion, place, acted: new Set(acted) })

const holds = (condition: Condition, known: Partial<Facts>, occasion: Occasion | null = occasionOf(SUNDAY)) => {
  const { steps } = judged(known, { conditions: [condition], occasion })
  const { ok, found } = steps.find(({ what }) => what === 'if') ?? {}
  return [ok, found]
}

describe('a condition about a list', () => {
  test.each<[string, Condition, Partial<Facts>, [boolean, string | null]]>([
    ['one of the sources', { fact: 'source', is: true, ids: [1, 2] }, { sourceId: 2 }, [true, 'Friend']],
    ['another source', { fact: 'source', is: true, ids: [1] }, { sourceId: 2 }, [false, 'Friend']],
    ['a source that is excluded', { fact: 'source', is: false, ids: [2] }, { sourceId: 2 }, [false, 'Friend']],
    ['a source that is not excluded', { fact: 'source', is: false, ids: [1] }, { sourceId: 2 }, [true, 'Friend']],
    [
      'a retired source, which keeps its name',
      { fact: 'source', is: true, ids: [4] },
      { sourceId: 4 },
      [true, 'Flyer'],
    ],
    ['no source, where a source is asked for', { fact: 'source', is: true, ids: [1] }, {}, [false, null]],
    ['no source, where "not specified" is asked for', { fact: 'source', is: true, ids: [0, 1] }, {}, [true, null]],
    ['no source, where "not specified" is excluded', { fact: 'source', is: false, ids: [0] }, {}, [false, null]],
    [
      'a source, where "not specified" is asked for',
      { fact: 'source', is: true, ids: [0] },
      { sourceId: 1 },
      [false, 'Website'],
    ],
    ['one of the stages', { fact: 'stage', is: true, ids: [1, 4] }, { stageId: 4 }, [true, 'Connected']],
    ['a stage that is excluded', { fact: 'stage', is: false, ids: [4] }, { stageId: 4 }, [false, 'Connected']],
    [
      'one group of several',
      { fact: 'group', is: true, ids: [CHOIR] },
      { groupIds: [ALPHA, CHOIR] },
      [true, 'Alpha, Choir'],
    ],
    ['none of the groups', { fact: 'group', is: true, ids: [CHOIR] }, { groupIds: [ALPHA] }, [false, 'Alpha']],
    ['no group at all', { fact: 'group', is: true, ids: [CHOIR] }, {}, [false, null]],
    ['no group at all, where one is excluded', { fact: 'group', is: false, ids: [CHOIR] }, {}, [true, null]],
    [
      'one excluded group among several',
      { fact: 'group', is: false, ids: [CHOIR] },
      { groupIds: [ALPHA, CHOIR] },
      [false, 'Alpha, Choir'],
    ],
  ])('%s', (_name, condition, known, answer) => {
    expect(holds(condition, known)).toEqual(answer)
  })
})

describe('a condition about the person', () => {
  test.each<[string, Condition, Partial<Facts>, [boolean, string | null]]>([
    ['a first-timer is one', { fact: 'kind', kind: 'first_timer' }, {}, [true, 'first_timer']],
    ['a first-timer is no new convert', { fact: 'kind', kind: 'new_convert' }, {}, [false, 'first_timer']],
    ['a woman is female', { fact: 'gender', gender: 'female' }, { gender: 'female' }, [true, 'female']],
    ['a woman is not male', { fact: 'gender', gender: 'male' }, { gender: 'female' }, [false, 'female']],
    ['an unknown gender is neither', { fact: 'gender', gender: 'male' }, {}, [false, null]],
    [
      'no phone is no agreement to texts',
      { fact: 'consent', channel: 'sms' },
      { email: 'a@x.example' },
      [false, 'none'],
    ],
    [
      'a phone is, unless it was refused',
      { fact: 'consent', channel: 'sms' },
      { phone: '+2348035550001' },
      [true, null],
    ],
    [
      'a refused phone is none',
      { fact: 'consent', channel: 'sms' },
      { phone: '+2348035550001', refused: ['sms'] },
      [false, 'refused'],
    ],
    [
      'a refused email says nothing about texts',
      { fact: 'consent', channel: 'sms' },
      { phone: '+2348035550001', refused: ['email'] },
      [true, null],
    ],
    [
      'an email is an agreement to emails',
      { fact: 'consent', channel: 'email' },
      { email: 'a@x.example' },
      [true, null],
    ],
    [
      'no browser is no agreement to pushes',
      { fact: 'consent', channel: 'push' },
      { phone: '+2348035550001' },
      [false, 'none'],
    ],
    ['a browser is', { fact: 'consent', channel: 'push' }, { hasDevice: true }, [true, null]],
  ])('%s', (_name, condition, known, answer) => {
    expect(holds(condition, known)).toEqual(answer)
  })
})

describe('an age', () => {
  const born = (birthYear: number | null, birthMonth: number | null, birthDay: number | null) => ({
    birthYear,
    birthMonth,
    birthDay,
  })
  const from13: Condition = { fact: 'age', atLeast: 13, atMost: null }
  const to13: Condition = { fact: 'age', atLeast: null, atMost: 13 }

  test.each<[string, Condition, Partial<Facts>, boolean]>([
    ['13 today is at least 13', from13, born(2013, 5, 3), true],
    ['13 tomorrow is not yet', from13, born(2013, 5, 4), false],
    ['13 next month is not yet', from13, born(2013, 6, 1), false],
    ['13 last month is', from13, born(2013, 4, 30), true],
    ['14 today is not at most 13', to13, born(2012, 5, 3), false],
    ['14 tomorrow is at most 13', to13, born(2012, 5, 4), true],
    ['a newborn is at most 13', to13, born(2026, 5, 3), true],
    ['with the year only, the age reached in that year counts', from13, born(2013, null, null), true],
    ['with year and month only, the first of the month counts', from13, born(2013, 5, null), true],
    ['with a later month only, it has not come', from13, born(2013, 6, null), false],
    ['an unknown year is of no age', from13, born(null, 5, 3), false],
    ['an unknown year is not at most 13 either', to13, born(null, null, null), false],
    ['exactly 13 is within 13 to 13', { fact: 'age', atLeast: 13, atMost: 13 }, born(2013, 1, 1), true],
    ['12 is not within 13 to 13', { fact: 'age', atLeast: 13, atMost: 13 }, born(2013, 12, 31), false],
    ['without limits any known age holds', { fact: 'age', atLeast: null, atMost: null }, born(1930, 1, 1), true],
  ])('%s', (_name, condition, known, ok) => {
    expect(holds(condition, known)[0]).toBe(ok)
  })

  test('is that of the day on which it happened, not of the day on which the rule is judged', () => {
    const child = born(2013, 5, 3)
    expect(holds(from13, child, occasionOf('2026-05-02'))[0]).toBe(false)
    expect(holds(from13, child, occasionOf('2026-05-03'))[0]).toBe(true)
  })

  test('born on 29 February turns a year older on 1 March of other years, and on the 29th of leap years', () => {
    const child = born(2012, 2, 29)
    const ages = ['2025-02-28', '2025-03-01'].map((day) => holds(from13, child, occasionOf(day))[0])
    expect(ages).toEqual([false, true])
    const from16: Condition = { fact: 'age', atLeast: 16, atMost: null }
    expect(['2028-02-28', '2028-02-29'].map((day) => holds(from16, child, occasionOf(day))[0])).toEqual([false, true])
  })

  test('of what has not happened yet is not judged, where a year is known', () => {
    expect(holds(from13, born(2025, 1, 1), null)).toEqual([true, '2025'])
    expect(holds(from13, born(null, 1, 1), null)).toEqual([false, null])
  })
})

describe('a verdict', () => {
  const male: Condition = { fact: 'gender', gender: 'male' }

  test('all conditions must hold, and each says what it found', () => {
    const conditions: Condition[] = [
      { fact: 'gender', gender: 'female' },
      { fact: 'source', is: true, ids: [1] },
    ]
    const { reason, steps } = judged({ gender: 'female', sourceId: 2 }, { conditions })
    expect(reason).toBe('conditions')
    expect(steps.map(({ what, index, ok }) => [what, index, ok])).toEqual([
      ['when', null, true],
      ['if', 0, true],
      ['if', 1, false],
    ])
    expect(judged({ gender: 'female', sourceId: 1 }, { conditions }).reason).toBeNull()
  })

  test('archived comes before paused, paused before conditions, conditions before "done already"', () => {
    const all = { conditions: [male], acted: ['once'] }
    expect(judged({ archived: true, paused: true }, all).reason).toBe('archived')
    expect(judged({ paused: true }, all).reason).toBe('paused')
    expect(judged({}, all).reason).toBe('conditions')
    expect(judged({ gender: 'male' }, all).reason).toBe('already')
    expect(judged({ gender: 'male' }, { conditions: [male] }).reason).toBeNull()
  })

  test('what has not happened is said first, and the conditions all the same', () => {
    const { steps, onceKey } = judged({}, { conditions: [male], occasion: null })
    expect(steps.map(({ what, ok, found }) => [what, ok, found])).toEqual([
      ['when', false, null],
      ['if', false, null],
    ])
    expect(onceKey).toBeNull()
  })

  test('somebody paused is named as the step that failed', () => {
    const { steps } = judged({ paused: true })
    expect(steps.map(({ what, ok }) => [what, ok])).toEqual([
      ['when', true],
      ['active', false],
    ])
  })
})

describe('how often', () => {
  const visits = ['2026-04-19', '2026-05-03', '2026-05-10'].map((day) => ({ day, at: new Date(`${day}T08:00:00Z`) }))

  test('once is one key for ever, every time is none', () => {
    expect(judged({ visits }, { repeat: 'once' }).onceKey).toBe('once')
    expect(judged({ visits }, { repeat: 'every' }).onceKey).toBeNull()
    expect(judged({ visits }, { repeat: 'every', acted: ['once', SUNDAY] }).reason).toBeNull()
  })

  test.each([
    ['the day of a visit is that visit', '2026-05-03', '2026-05-03'],
    ['a day between two visits is the earlier one', '2026-05-09', '2026-05-03'],
    ['a day after the last visit is the last one', '2026-06-01', '2026-05-10'],
    ['a day before any visit is that day itself', '2026-04-01', '2026-04-01'],
  ])('once for each visit: %s', (_name, day, key) => {
    expect(judged({ visits }, { repeat: 'per_visit', occasion: occasionOf(day) }).onceKey).toBe(key)
  })

  test('once for each visit acts again only after another visit', () => {
    const acted = ['2026-05-03']
    const verdict = (day: string) =>
      judged({ visits }, { repeat: 'per_visit', occasion: occasionOf(day), acted }).reason
    expect([verdict('2026-05-08'), verdict('2026-05-10')]).toEqual(['already', null])
  })
})
