import { expect, test } from 'vitest'
import { auditActs } from '#contract/identity/audit.ts'
import { listName } from '#contract/identity/views.ts'
import { actWords, listWords } from './act-words.ts'
import { detailWords } from './entry-words.ts'

type Told = Parameters<typeof detailWords>[0]

const t = (id: string, values: object = {}) => `${id} ${Object.values(values).join(' ')}`.trim()
const format: Pick<Told['format'], 'number' | 'day'> = { number: String, day: (day) => `the ${day}` }
const amount: Told['amount'] = (major, currency) => `${currency} ${major}`
const wordsOf = (details: Told['details']) =>
  detailWords({ act: 'group.changed', details, t, format: format as Told['format'], amount, countryName: String })

test('every act and every list of the contract has words', () => {
  expect(Object.keys(actWords).toSorted()).toEqual(auditActs.toSorted())
  // The custody log, replies, emails, push and first-timers behind a figure are exported, and have no views to keep.
  expect(Object.keys(listWords).toSorted()).toEqual(
    [...listName.options, 'custody', 'first-timers', 'sent-emails', 'sent-push', 'sms-replies'].toSorted(),
  )
})

test('details are told in words: roles, fields, days, amounts', () => {
  expect(wordsOf({ before: ['FollowUp'], after: ['Reports', 'CheckIn'] })).toEqual([
    'identity.log.rolesBefore app.role.followUp',
    'identity.log.rolesAfter app.role.reports, app.role.checkIn',
  ])
  expect(wordsOf({ fields: ['city', 'timeZone'] })).toEqual([
    'identity.log.fields identity.log.fieldCity, identity.log.fieldTimeZone',
  ])
  expect(wordsOf({ amount: '25000', currency: 'NGN', expiresOn: '2026-12-31' })).toEqual([
    'NGN 25000',
    'identity.log.until the 2026-12-31',
  ])
})

test('what the sentence says already and what says nothing is not said again', () => {
  expect(wordsOf({ list: 'people', format: 'csv', rows: 12, people: 3, sessionsEnded: 0, reason: null })).toEqual([])
})

test('a detail that has no words yet is shown as it is', () => {
  expect(wordsOf({ route: 'regular' })).toEqual(['regular'])
})
