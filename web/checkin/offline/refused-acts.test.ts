import { expect, test } from 'vitest'
import type { StationAct } from '#contract/checkin/offline.ts'
import { openQueue } from './queue.ts'
import { refusedActs } from './refused-acts.ts'
import { bringActs } from './sync-loop.ts'
import type { KeptAct } from './station-state.ts'

const walkIn: StationAct = {
  kind: 'walk_in',
  eventId: 'event',
  familyId: 'family',
  code: 'K7M4QX',
  press: null,
  parent: { personId: 'mother', firstName: 'Bùkọ́lá', lastName: 'Adé', phone: '+2348031234567', role: 2 },
  children: [
    { personId: 'ada', firstName: 'Ada', lastName: 'Adé', years: 4, classId: 'toddlers', allergy: '' },
    { personId: 'ben', firstName: 'Ben', lastName: '', years: null, classId: 'toddlers', allergy: '' },
  ],
}
const kept = (number: number, reason: string | null): KeptAct => ({
  number,
  doneAt: '2026-11-22T08:00:00.000Z',
  body: JSON.stringify(walkIn),
  signature: 'signature',
  outcome: reason
    ? { number, outcome: 'refused', registrationId: null, reason, notDone: [], verdicts: null, labels: null }
    : null,
})

test('what is to be settled says whom it is about', () => {
  const acts = [kept(1, null), kept(2, 'class_full')]
  expect(refusedActs({ pack: null, packAt: null, acts, echoes: [], sealed: [] }, 'station')).toMatchObject([
    { stationId: 'station', number: 2, reason: 'class_full', names: ['Ada Adé', 'Ben'], phone: '+2348031234567' },
  ])
})

/** A queue in which acts 3 and 4 wait. */
function queueBehindAGap() {
  const shelf = new Map<string, unknown>([['station.station', { acts: [kept(3, null), kept(4, null)], echoes: [] }]])
  return openQueue({
    stationId: 'station',
    by: () => null,
    shelf: {
      get: async <T>(key: string) => shelf.get(key) as T | undefined,
      beside: () => Promise.resolve(undefined),
      put: async (key, value) => shelf.set(key, value).size > 0,
    },
    sign: async () => 'signature',
    seal: async () => 'sealed',
    now: () => new Date('2026-11-22T09:00:00Z'),
    inTurn: (work) => work(),
  })
}

test('acts behind one that is lost are given to the desk to settle', async () => {
  const queue = queueBehindAGap()
  await bringActs(queue, { sync: async () => ({ applied: 1, outcomes: [] }) })
  expect(refusedActs(await queue.read(), 'station').map(({ number, reason }) => [number, reason])).toEqual([
    [3, 'gap'],
    [4, 'gap'],
  ])
})

test('acts that the server is about to take are left in the queue', async () => {
  const queue = queueBehindAGap()
  await bringActs(queue, { sync: async () => ({ applied: 2, outcomes: [] }) })
  expect(refusedActs(await queue.read(), 'station')).toEqual([])
})
