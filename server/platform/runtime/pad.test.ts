import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { startPad } from './pad.ts'

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout'] }))
afterEach(() => void vi.useRealTimers())

test('a pad ends so long after its start, also for an answer that begins to wait late', async () => {
  const pad = startPad(250)
  let waits = 2
  void pad().then(() => (waits -= 1))
  await vi.advanceTimersByTimeAsync(200)
  void pad().then(() => (waits -= 1))
  await vi.advanceTimersByTimeAsync(49)
  expect(waits).toBe(2)
  await vi.advanceTimersByTimeAsync(1)
  expect(waits).toBe(0)
})
