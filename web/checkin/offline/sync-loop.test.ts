import { expect, test } from 'vitest'
import type { ActOutcome, SignedAct } from '#contract/checkin/offline.ts'
import type { Queue } from './queue.ts'
import { bringActs, type Line } from './sync-loop.ts'

type Kept = { number: number; doneAt: string; body: string; signature: string; outcome: ActOutcome | null }
const outcomeOf = (number: number) => ({ number }) as ActOutcome

/** A queue of so many acts, some of which are locked, and what was asked of it. */
function queueOf(count: number, lockedFrom = Infinity) {
  const numbers = Array.from({ length: count }, (_, place) => place + 1)
  let acts: Kept[] = numbers
    .filter((number) => number < lockedFrom)
    .map((number) => ({ number, doneAt: '', body: `${number}`, signature: '', outcome: null }))
  let sealed = numbers
    .filter((number) => number >= lockedFrom)
    .map((number) => ({ number, sealed: `sealed ${number}` }))
  const gaps: unknown[] = []
  const queue = {
    read: async () => ({ acts, sealed }),
    settle: async (outcomes: ActOutcome[]) => {
      const answered = new Set(outcomes.map(({ number }) => number))
      acts = acts.map((act) => (answered.has(act.number) ? { ...act, outcome: outcomeOf(act.number) } : act))
      sealed = sealed.filter(({ number }) => !answered.has(number))
    },
    giveUp: async (why: unknown) => void gaps.push(why),
  } as unknown as Queue
  return { queue, gaps }
}

const numbersIn = (acts: readonly SignedAct[]) => acts.map(({ number }) => number)

test('what waits goes out in order and in portions, until all of it is answered', async () => {
  const { queue } = queueOf(30)
  const sent: number[][] = []
  const sync: Line['sync'] = async (acts) => {
    sent.push(numbersIn(acts))
    return { applied: 0, outcomes: numbersIn(acts).map(outcomeOf) }
  }
  expect(await bringActs(queue, { sync })).toHaveLength(30)
  expect(sent.map((portion) => portion.length)).toEqual([25, 5])
  expect(sent.flat()).toEqual(Array.from({ length: 30 }, (_, place) => place + 1))
})

test('what was locked goes out as it is, beside what can be read', async () => {
  const { queue } = queueOf(3, 3)
  const asked: unknown[] = []
  const sync: Line['sync'] = async (acts, sealed) => {
    asked.push([numbersIn(acts), sealed])
    return { applied: 0, outcomes: [1, 2, 3].map(outcomeOf) }
  }
  await bringActs(queue, { sync })
  expect(asked).toEqual([[[1, 2], ['sealed 3']]])
})

test('an answer that was lost leaves what came before it kept', async () => {
  const { queue } = queueOf(30)
  let calls = 0
  const sync: Line['sync'] = async (acts) => {
    calls += 1
    if (calls === 2) throw new Error('network')
    return { applied: 0, outcomes: numbersIn(acts).map(outcomeOf) }
  }
  await expect(bringActs(queue, { sync })).rejects.toThrow('network')
  const again: number[][] = []
  await bringActs(queue, {
    sync: async (acts) => {
      again.push(numbersIn(acts))
      return { applied: 25, outcomes: numbersIn(acts).map(outcomeOf) }
    },
  })
  expect(again).toEqual([[26, 27, 28, 29, 30]])
})

test('where the server misses an act that is gone from here, the desk hears of it; where it only answers nothing, not', async () => {
  const silent = queueOf(2)
  await bringActs(silent.queue, { sync: async () => ({ applied: 0, outcomes: [] }) })
  expect(silent.gaps).toEqual([])
  const broken = queueOf(2)
  await broken.queue.settle([outcomeOf(1)])
  await bringActs(broken.queue, { sync: async () => ({ applied: 0, outcomes: [] }) })
  expect(broken.gaps).toEqual(['gap'])
})
