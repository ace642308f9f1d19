import { useState } from 'react'
import type { Labels, StationFamily } from '#contract/checkin/station.ts'
import type { Desk, NewFamily, StationClass } from '../desk/desk.ts'
import { classOfYears } from '../desk/ticks.ts'
import { useAct } from '../desk/use-act.ts'

export type NewChild = { key: number; firstName: string; years: string; classId: string | null; allergy: string }
type NewParent = { firstName: string; lastName: string; phone: string; role: 1 | 2 | 6 }

const emptyChild = (key: number): NewChild => ({ key, firstName: '', years: '', classId: null, allergy: '' })

type WalkingIn = {
  eventId: string
  rooms: readonly StationClass[]
  desk: Desk
  onDone: (labels: Labels, familyId: string) => void
}

const yearsOf = (text: string): number | null => (/^\d{1,2}$/.test(text.trim()) ? Number(text) : null)

/** The short form for a family that comes for the first time. */
export function useWalkIn({ eventId, rooms, desk, onDone }: WalkingIn) {
  const act = useAct()
  const [parent, setParent] = useState<NewParent>({ firstName: '', lastName: '', phone: '', role: 2 })
  const [children, setChildren] = useState<readonly NewChild[]>([emptyChild(0)])
  const [known, setKnown] = useState<readonly StationFamily[]>([])
  const change = (key: number, part: Partial<NewChild>) =>
    setChildren(children.map((child) => (child.key === key ? { ...child, ...part } : child)))
  const send = (isNew: boolean) =>
    act.run(async () => {
      const found = await desk.walkIn(bodyOf({ eventId, parent, children, isNew }))
      if (found.labels && found.familyId) return onDone(found.labels, found.familyId)
      setKnown(found.known)
    })
  return {
    ...act,
    parent,
    children,
    known,
    change,
    setParent: (part: Partial<NewParent>) => setParent({ ...parent, ...part }),
    /** An age that fits one class only chooses it. */
    setYears: (key: number, years: string) => {
      const fitting = classOfYears(yearsOf(years), rooms)
      change(key, { years, ...(fitting && { classId: fitting }) })
    },
    add: () => setChildren([...children, emptyChild((children.at(-1)?.key ?? 0) + 1)]),
    remove: (key: number) => setChildren(children.filter((child) => child.key !== key)),
    send,
    backToForm: () => setKnown([]),
  }
}

export type WalkIn = ReturnType<typeof useWalkIn>

type Form = { eventId: string; parent: NewParent; children: readonly NewChild[]; isNew: boolean }

function bodyOf({ eventId, parent, children, isNew }: Form): NewFamily {
  return {
    eventId,
    parent: { ...parent, phone: parent.phone.trim() === '' ? null : parent.phone },
    children: children.map(({ firstName, years, classId, allergy }) => ({
      firstName,
      lastName: parent.lastName,
      years: yearsOf(years),
      classId: classId ?? '',
      allergy,
    })),
    isNew,
  }
}
