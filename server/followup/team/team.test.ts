import { expect, test } from 'vitest'
import type { Absence } from './team-store.ts'
import { absenceOf, awayDays, deputyFor, isOnTeam, standsInFor, whoeverActsFor, type Team } from './team.ts'

const member = (accountId: string) => ({
  accountId,
  personId: `person of ${accountId}`,
  email: `${accountId}@church.example`,
  firstName: accountId,
  lastName: 'Bello',
})
const teamOf = (team: Partial<Team>): Team => ({
  members: ['Efua', 'Tunde', 'Ngozi'].map(member),
  absences: [],
  deputies: [],
  today: '2031-05-14',
  ...team,
})
const away = (accountId: string, fromDay: string, untilDay: string, deputyId: string | null = null): Absence => ({
  id: `${accountId} ${fromDay}`,
  accountId,
  fromDay,
  untilDay,
  deputyId,
})
const awayToday = (accountId: string, deputyId: string | null = null): Absence =>
  away(accountId, '2031-05-14', '2031-05-14', deputyId)
const deputies = (...pairs: [accountId: string, deputyId: string][]) =>
  pairs.map(([accountId, deputyId]) => ({ accountId, deputyId }))

test.each([
  ['2031-05-09', false],
  ['2031-05-10', true],
  ['2031-05-12', true],
  ['2031-05-14', true],
  ['2031-05-15', false],
])('an absence from 10 to 14 May holds on its first and last day: on %s it is %s', (today, isAway) => {
  const team = teamOf({ absences: [away('Efua', '2031-05-10', '2031-05-14')], today })
  expect(absenceOf(team, 'Efua') !== undefined).toBe(isAway)
  expect(absenceOf(team, 'Tunde')).toBeUndefined()
})

test('an absence of one day is that day', () => {
  const absences = [away('Efua', '2031-05-14', '2031-05-14')]
  const isAwayOn = (today: string) => absenceOf(teamOf({ absences, today }), 'Efua') !== undefined
  expect(['2031-05-13', '2031-05-14', '2031-05-15'].map(isAwayOn)).toEqual([false, true, false])
})

test('of two absences the one of the day counts, with the deputy who was named for it', () => {
  const absences = [
    away('Efua', '2031-05-10', '2031-05-12', 'Tunde'),
    away('Efua', '2031-05-14', '2031-05-20', 'Ngozi'),
  ]
  const deputyOn = (today: string) => deputyFor(teamOf({ absences, today }), 'Efua')
  expect(['2031-05-12', '2031-05-13', '2031-05-14'].map(deputyOn)).toEqual(['Tunde', null, 'Ngozi'])
})

test('the deputy of an absence comes before the usual one, and the usual one takes over where none was named', () => {
  const usual = deputies(['Efua', 'Tunde'])
  expect(deputyFor(teamOf({ deputies: usual }), 'Efua')).toBe('Tunde')
  expect(deputyFor(teamOf({ deputies: usual, absences: [awayToday('Efua', 'Ngozi')] }), 'Efua')).toBe('Ngozi')
  expect(deputyFor(teamOf({ deputies: usual, absences: [awayToday('Efua')] }), 'Efua')).toBe('Tunde')
  expect(deputyFor(teamOf({ absences: [awayToday('Efua')] }), 'Efua')).toBeNull()
})

test('a deputy who is away takes over nothing, and what they would get goes to the pool, never to their own deputy', () => {
  const usual = deputies(['Efua', 'Tunde'], ['Tunde', 'Ngozi'])
  expect(deputyFor(teamOf({ deputies: usual, absences: [awayToday('Tunde')] }), 'Efua')).toBeNull()
  const bothAway = teamOf({ deputies: usual, absences: [awayToday('Efua', 'Tunde'), awayToday('Tunde', 'Ngozi')] })
  expect(deputyFor(bothAway, 'Efua')).toBeNull()
  expect(standsInFor(bothAway, 'Ngozi')).toEqual(['Tunde'])
  expect(whoeverActsFor(bothAway, 'Efua')).toEqual(['Efua'])
})

test('a deputy who is away is back on the day after the last day of the absence', () => {
  const team = { deputies: deputies(['Efua', 'Tunde']), absences: [away('Tunde', '2031-05-10', '2031-05-13')] }
  expect(deputyFor(teamOf({ ...team, today: '2031-05-13' }), 'Efua')).toBeNull()
  expect(deputyFor(teamOf({ ...team, today: '2031-05-14' }), 'Efua')).toBe('Tunde')
})

test('a deputy who left the team takes over nothing', () => {
  const left = teamOf({ members: ['Efua', 'Ngozi'].map(member), deputies: deputies(['Efua', 'Tunde']) })
  expect(isOnTeam(left, 'Tunde')).toBe(false)
  expect(deputyFor(left, 'Efua')).toBeNull()
})

test('a deputy stands in only while the other is away, and never for themselves', () => {
  const usual = deputies(['Efua', 'Tunde'], ['Ngozi', 'Tunde'], ['Tunde', 'Tunde'])
  expect(standsInFor(teamOf({ deputies: usual }), 'Tunde')).toEqual([])
  const onlyEfua = teamOf({ deputies: usual, absences: [awayToday('Efua'), away('Ngozi', '2031-05-15', '2031-05-16')] })
  expect(standsInFor(onlyEfua, 'Tunde')).toEqual(['Efua'])
  const both = teamOf({ deputies: usual, absences: [awayToday('Efua'), awayToday('Ngozi')] })
  expect(standsInFor(both, 'Tunde')).toEqual(['Efua', 'Ngozi'])
  expect(standsInFor(both, 'Ngozi')).toEqual([])
})

test('nobody stands in for a colleague who left the team', () => {
  const left = teamOf({
    members: ['Tunde', 'Ngozi'].map(member),
    absences: [awayToday('Efua', 'Tunde')],
    deputies: deputies(['Efua', 'Tunde']),
  })
  expect(standsInFor(left, 'Tunde')).toEqual([])
})

test('what is due is told to the owner, and to the deputy as well while the owner is away', () => {
  const usual = deputies(['Efua', 'Tunde'])
  expect(whoeverActsFor(teamOf({ deputies: usual }), 'Efua')).toEqual(['Efua'])
  expect(whoeverActsFor(teamOf({ deputies: usual, absences: [awayToday('Efua')] }), 'Efua')).toEqual(['Efua', 'Tunde'])
  expect(whoeverActsFor(teamOf({ absences: [awayToday('Efua')] }), 'Efua')).toEqual(['Efua'])
})

test('the days away of one member are all of theirs, first and last day as they were said', () => {
  const absences = [away('Efua', '2031-05-10', '2031-05-12'), away('Tunde', '2031-05-11', '2031-05-11')]
  expect(awayDays(teamOf({ absences }), 'Efua')).toEqual([{ from: '2031-05-10', until: '2031-05-12' }])
  expect(awayDays(teamOf({ absences }), 'Ngozi')).toEqual([])
})
