import { expect, test } from 'vitest'
import { isHere, tabsOf, type Place } from './places.ts'

const place = (path: string, more: Partial<Place> = {}): Place => ({
  path,
  label: 'people.list.title',
  icon: () => null,
  covers: path,
  ...more,
})

test('a phone has tabs for the first four places that have a word for one, the rest stands behind "More"', () => {
  const tabs = ['/a', '/b', '/c', '/d', '/e'].map((path) => place(path, { tab: 'people.list.title' }))
  const untabbed = place('/z')
  const split = tabsOf([{ places: [untabbed, ...tabs.slice(0, 2)] }, { places: tabs.slice(2) }])
  expect(split.tabs.map(({ path }) => path)).toEqual(['/a', '/b', '/c', '/d'])
  expect(split.rest.map(({ path }) => path)).toEqual(['/z', '/e'])
})

test('a place is where one is at every address below it', () => {
  expect(isHere(place('/people'), '/people/')).toBe(true)
  expect(isHere(place('/people'), '/people/new')).toBe(true)
  expect(isHere(place('/people'), '/peoples')).toBe(false)
})

test('another address may belong to it', () => {
  const followup = place('/followup', { also: '/visitor' })
  expect(['/followup/task', '/visitor', '/visitor/7', '/visitors'].map((here) => isHere(followup, here))).toEqual([
    true,
    true,
    true,
    false,
  ])
})

test('a place that covers nothing is only at its own address', () => {
  expect(isHere(place('/tenant', { covers: '' }), '/tenant')).toBe(true)
  expect(isHere(place('/tenant', { covers: '' }), '/tenant/people')).toBe(false)
})
