import { expect, test } from 'vitest'
import { churchesFilterOf, churchesQueryOf } from './churches-filter.ts'

test('an address keeps a gate and a country that there can be', () => {
  expect(churchesFilterOf({ gate: 'expired', country: 'NG', sort: '-people' })).toEqual({
    gate: 'expired',
    country: 'NG',
    sort: '-people',
  })
  expect(churchesFilterOf({ gate: 'shut', country: 'Nigeria', sort: 'colour' })).toEqual({})
})

test('the usual order and the usual columns are not said', () => {
  expect(churchesFilterOf({ sort: 'name', columns: 'name,plan,expires,gate,people,units,active' })).toEqual({})
})

test('the call names the country by its code', () => {
  expect(churchesQueryOf({ country: 'NG', gate: 'open', sort: 'units' })).toEqual({
    isoCode: 'NG',
    gate: 'open',
    sort: 'units',
  })
  expect(churchesQueryOf({ sort: 'colour' })).toEqual({})
})
