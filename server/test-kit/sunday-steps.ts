import fc from 'fast-check'
import type { Cut } from './lost-answers.ts'

/** What happens somewhere on a Sunday; numbers choose one of what is there. */
export type Step =
  | { is: 'check in'; at: number; family: number; children: number; room: number }
  | { is: 'walk in'; at: number; phone: number; children: number; room: number }
  | { is: 'check out'; at: number; family: number }
  /** Somebody who may not take them; what was pressed has arrived before without an answer, or never. */
  | { is: 'refuse'; at: number; family: number; isHeard: boolean; isCodeWrong: boolean }
  /** A check-in whose call hangs: it is done here, and the call arrives before, later, or never. */
  | { is: 'hang'; at: number; family: number; room: number; isHeard: boolean }
  | { is: 'arrive'; which: number }
  | { is: 'close'; at: number; cut: Cut }
  | { is: 'sync'; at: number; cut: Cut }
  /** The device is locked: what it did is sent sealed. */
  | { is: 'sync locked'; at: number; cut: Cut }
  | { is: 'sync all' }
  | { is: 'say again'; at: number }
  | { is: 'renew'; at: number; cut: Cut }
  | { is: 'renew late'; at: number; which: number }
  | { is: 'register'; family: number; room: number }
  | { is: 'cancel'; family: number }
  /** Families that never come take every place of a class that is left, or give one back. */
  | { is: 'fill'; room: number }
  | { is: 'give back'; room: number }
  | { is: 'desk in'; family: number; room: number }
  | { is: 'desk out'; family: number; room: number }

const number = fc.nat({ max: 11 })
/** The two small classes are wanted most. */
const room = fc.constantFrom(0, 0, 0, 1, 1, 2)
const at = fc.nat({ max: 2 })
const cut = fc.constantFrom<Cut>('none', 'before', 'after')
const kind = <Is extends Step['is']>(is: Is) => fc.constant(is)
/** Stations 0 to 2, families and phones. */
export const anyStep: fc.Arbitrary<Step> = fc.oneof(
  { weight: 6, arbitrary: fc.record({ is: kind('check in'), at, family: number, children: number, room }) },
  {
    weight: 3,
    arbitrary: fc.record({ is: kind('walk in'), at, phone: fc.nat({ max: 3 }), children: number, room }),
  },
  { weight: 2, arbitrary: fc.record({ is: kind('check out'), at, family: number }) },
  {
    weight: 2,
    arbitrary: fc.record({
      is: kind('refuse'),
      at,
      family: number,
      isHeard: fc.boolean(),
      isCodeWrong: fc.boolean(),
    }),
  },
  { weight: 3, arbitrary: fc.record({ is: kind('hang'), at, family: number, room, isHeard: fc.boolean() }) },
  { weight: 2, arbitrary: fc.record({ is: kind('arrive'), which: number }) },
  { weight: 2, arbitrary: fc.record({ is: kind('close'), at, cut }) },
  { weight: 4, arbitrary: fc.record({ is: kind('sync'), at, cut }) },
  { weight: 2, arbitrary: fc.record({ is: kind('sync locked'), at, cut }) },
  { weight: 2, arbitrary: fc.record({ is: kind('sync all') }) },
  { weight: 2, arbitrary: fc.record({ is: kind('say again'), at }) },
  { weight: 3, arbitrary: fc.record({ is: kind('renew'), at, cut }) },
  { weight: 2, arbitrary: fc.record({ is: kind('renew late'), at, which: number }) },
  { weight: 3, arbitrary: fc.record({ is: kind('register'), family: number, room }) },
  { weight: 3, arbitrary: fc.record({ is: fc.constantFrom('fill' as const, 'give back' as const), room }) },
  { weight: 2, arbitrary: fc.record({ is: kind('cancel'), family: number }) },
  {
    weight: 2,
    arbitrary: fc.record({
      is: fc.constantFrom('desk in' as const, 'desk out' as const),
      family: number,
      room: number,
    }),
  },
)
