import { expect, test } from 'vitest'
import { threeWay } from './three-way.ts'

const [father, mother, son, ward] = ['a', 'b', 'c', 'd'].map((id, index) => ({ id, role: index + 1 })) as [
  { id: string; role: number },
  { id: string; role: number },
  { id: string; role: number },
  { id: string; role: number },
]

test('who was added on either side is there, who was taken out on either side is not', () => {
  const before = [father, mother]
  expect(threeWay([father, mother, son], before, [mother, ward])).toEqual([mother, ward, son])
  expect(threeWay([mother], before, [father, mother, ward])).toEqual([mother, ward])
  expect(threeWay([...before, son], before, [...before, son])).toEqual([father, mother, son])
})

test('what I changed about somebody stays mine, what I did not becomes theirs', () => {
  const guardian = { ...mother, role: 6 }
  expect(threeWay([father, guardian], [father, mother], [{ ...father, role: 7 }, mother])).toEqual([
    { ...father, role: 7 },
    guardian,
  ])
})
