import { expect, test } from 'vitest'
import { slug as slugSchema } from '#contract/identity/countries.ts'
import { isReserved, slugOf, slugsNear } from './slugs.ts'

test.each([
  ['Grace Chapel', 'grace-chapel'],
  ['  The   Redeemed—Church, Lagos!  ', 'the-redeemed-church-lagos'],
  ['Ìjọ Ọlọ́run Ṣọ̀kan', 'ijo-olorun-sokan'],
  ['Ƙofar Ɗan Ɓauchi', 'kofar-dan-bauchi'],
  ['Ŋmɛnya Akɔsua', 'nmenya-akosua'],
  ['St. Peter’s', 'st-peters'],
  ['Église de l’Évangile', 'eglise-de-levangile'],
  ['House on the Rock 24/7', 'house-on-the-rock-24-7'],
  ['كنيسة النعمة', 'church'],
  ['OK', 'church-ok'],
  ['🌸', 'church'],
  ['a'.repeat(200), 'a'.repeat(56)],
])('%j is suggested as %s', (name, slug) => {
  expect(slugOf(name)).toBe(slug)
  expect(slugSchema.parse(slug)).toBe(slug)
})

test('reserved words are never suggested', () => {
  for (const word of ['admin', 'api', 'checkin', 'tenant', 'operator', 'church']) {
    expect(isReserved(word)).toBe(true)
    expect(slugsNear(word)).not.toContain(word)
    expect(slugsNear(word)[0]).toBe(`${word}-church`)
  }
})

test('every suggestion is one that the contract takes', () => {
  for (const slug of slugsNear(slugOf('b'.repeat(300)))) expect(slugSchema.safeParse(slug).success).toBe(true)
})
