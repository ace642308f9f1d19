import { expect, test } from 'vitest'
import { isSecondPress } from './stop-signal.ts'

test('the signals of the terminal and of npm for one press are one press; a signal more than a second later is another', () => {
  expect([0, 1, 1_000, 1_001].map((later) => isSecondPress(5_000, 5_000 + later))).toEqual([false, false, false, true])
})
