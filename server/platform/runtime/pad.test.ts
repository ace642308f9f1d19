import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { startPad } from './pad.ts'

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout'] }))
afterEach(() => void vi.useRealTimers())

test('a pad ends so long after its start, also for an answer that begins to wait late', async () => {
  const pad = startPad(250)
  let ended = 0
  const wait = async (): Promise<void> => {
    await pad()
    ended += 1
  }
  const early = wait()
  await vi.advanceTimersByTimeAsync(200)
  const late = wait()
  await vi.advanceTimersByTimeAsync(49)
  expect(ended).toBe(0)
  await vi.advanceTimersByTimeAsync(1)
  await Promise.all([early, late])
  expect(ended).toBe(2)
})
