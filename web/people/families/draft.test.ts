import { expect, test } from 'vitest'
import { rebaseFamily } from './draft.ts'

const before = { name: 'Eze', homePhone: '+234 803 123 4567', email: '', address: '', members: [] }
const [ada, obi] = [
  { id: 'a', name: 'Ada Eze', role: 2 },
  { id: 'o', name: 'Obi Eze', role: 3 },
]

test('what somebody else has written comes in beside what was typed here', () => {
  const mine = { ...before, name: 'Eze family', address: '4 Allen Avenue', members: [ada] }
  const theirs = { ...before, name: 'The Ezes', email: 'eze@mail.example', members: [obi] }
  const { draft, clashes } = rebaseFamily(mine, before, theirs)
  expect(draft).toEqual({ ...theirs, name: 'Eze family', address: '4 Allen Avenue', members: [obi, ada] })
  expect(clashes).toEqual(['name'])
})
