import { expect, test } from 'vitest'
import type { StationAct } from '#contract/checkin/offline.ts'
import { openQueue } from './queue.ts'

const note: StationAct = {
  kind: 'check_out',
  eventId: 'event',
  code: 'K7M4QX',
  childIds: ['ada'],
  collectorId: 'mother',
}

/** A queue on a shelf that fails as told; `written` is what was put on it. */
function queueOn(shelf: { reads: boolean; writes: boolean }) {
  const written: unknown[] = []
  const queue = openQueue({
    stationId: 'station',
    by: () => null,
    shelf: {
      get: () => (shelf.reads ? Promise.resolve(undefined) : Promise.reject(new Error('The disk is broken.'))),
      beside: () => Promise.resolve(undefined),
      put: async (_key, value) => {
        if (shelf.writes) written.push(value)
        return shelf.writes
      },
    },
    sign: async () => 'signature',
    seal: async () => 'sealed',
    now: () => new Date('2026-11-22T08:00:00Z'),
    inTurn: (work) => work(),
  })
  return { queue, written }
}

test('does not write over what it cannot read', async () => {
  const { queue, written } = queueOn({ reads: false, writes: true })
  await expect(queue.note(note, null)).rejects.toMatchObject({ code: 'not_kept' })
  await expect(queue.add(() => note)).rejects.toMatchObject({ code: 'not_kept' })
  await expect(queue.settle([])).rejects.toMatchObject({ code: 'not_kept' })
  expect(written).toEqual([])
})

test('does not call kept what is not', async () => {
  const { queue } = queueOn({ reads: true, writes: false })
  await expect(queue.note(note, null)).rejects.toMatchObject({ code: 'not_kept' })
})
