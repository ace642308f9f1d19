import { expect, test } from 'vitest'
import { logFilterOf, logQueryOf } from './log-filter.ts'

const ID = '0190b4d8-0000-7000-8000-000000000001'

test('what an address says of the log is what the log is asked for', () => {
  const filter = logFilterOf({
    search: 'ada',
    topic: 'money',
    by: ID,
    person: ID,
    from: '2026-02-28',
    until: '2026-03-01',
  })
  expect(logQueryOf(filter)).toEqual({
    search: 'ada',
    topic: 'money',
    accountId: ID,
    subjectId: ID,
    from: '2026-02-28',
    until: '2026-03-01',
  })
})

test('what makes no sense is left out', () => {
  expect(logFilterOf({ topic: 'gossip', by: 'me', person: 5, from: '2026-02-30', until: 'today', page: 3 })).toEqual({})
})
