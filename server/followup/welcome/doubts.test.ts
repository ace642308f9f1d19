import { expect, test } from 'vitest'
import { doubtsOf } from './answers.ts'

const at = new Date('2026-11-22T09:00:00Z')
const opened = new Date('2026-11-22T08:59:00Z')
const doubts = (firstName: string, lastName = '') => doubtsOf({ trap: '', opened, said: { firstName, lastName }, at })

test.each([
  ['You won, see bit.ly/x9', ''],
  ['Zainab', 'www.prize.example'],
  ['Zainab', 'call 0809 111 2222'],
  ['Send $5', ''],
  ['Pay ₦500 at the gate', ''],
  ['me@x.example', ''],
  ['Your parcel waits for you at the gate of the church', ''],
])('%j %j is no name: it waits for the staff, and no message of the church carries it', (first, last) => {
  expect(doubts(first, last)).toEqual(['name'])
})

test.each([
  ['Ọlá-Bẹ́llo', 'O’Neil Jr.'],
  ['J. P.', 'D’Souza 3'],
  ['María de los Ángeles Guadalupe', 'Fernández y Gómez'],
  ['أحمد', 'عبد الله'],
  ['小明', ''],
])('%j %j is a name', (first, last) => {
  expect(doubts(first, last)).toEqual([])
})
