import { useRef, useState } from 'react'
import type { Collection, Labels, StationFamily } from '#contract/checkin/station.ts'
import { ApiFailure } from '../../api/call.ts'
import type { Unfinished } from './arriving/unfinished.ts'
import type { Desk } from './desk/desk.ts'

export type Mode = 'in' | 'out'
type Found = { code: string } | { search: string }

/** What stands at the desk's right side. `isOwn`: this device did it by itself, and the server may not know of it yet. */
export type Scene =
  | { is: 'start' }
  | { is: 'finding' }
  | { is: 'nobody'; search: string }
  | { is: 'failed'; failure: ApiFailure; by: Found }
  | { is: 'families'; families: readonly StationFamily[] }
  | { is: 'family'; family: StationFamily; byCode: boolean }
  | { is: 'walk-in' }
  | { is: 'come'; labels: Labels; unfinished: Unfinished | null; isOwn: boolean }
  | { is: 'collections'; found: readonly Collection[] }
  | { is: 'collection'; collection: Collection; code: string | null }
  | { is: 'gone'; names: readonly string[]; collectorName: string }

const START: Scene = { is: 'start' }

/** Which family is at the desk and how far it has come. What is asked last counts, whichever answer comes first. */
export function useScene(eventId: string, desk: Desk) {
  const [mode, setMode] = useState<Mode>('in')
  const [scene, setScene] = useState<Scene>(START)
  const [unknownCode, setUnknownCode] = useState(false)
  const turn = useRef(0)
  const latest = useRef(scene)
  const running = useRef(0)
  const show = (next: Scene) => {
    turn.current++
    latest.current = next
    setUnknownCode(false)
    setScene(next)
  }
  const find = (by: Found, wanted: Mode = mode) => {
    show({ is: 'finding' })
    const mine = turn.current
    void sceneOf({ eventId, desk, by, mode: wanted }).then((next) => {
      if (turn.current !== mine) return
      show(next ?? START)
      setUnknownCode(next === null)
    })
  }
  /** The same act, counted while it runs. */
  const counted =
    <Body, Answer>(act: (body: Body) => Promise<Answer>) =>
    async (body: Body): Promise<Answer> => {
      running.current++
      try {
        return await act(body)
      } finally {
        running.current--
      }
    }
  return {
    mode,
    scene,
    unknownCode,
    show,
    find,
    restart: () => show(START),
    /** Whether this still stands at the desk: what comes late must not replace the next family. */
    isStill: (before: Scene) => latest.current === before,
    /** A pass in the camera's frame does not interrupt what is being done. */
    isBusy: () => running.current > 0 || document.querySelector('dialog[open]') !== null,
    desk: {
      ...desk,
      checkIn: counted(desk.checkIn),
      walkIn: counted(desk.walkIn),
      checkOut: counted(desk.checkOut),
    },
    choose: (next: Mode) => {
      setMode(next)
      show(START)
    },
  }
}

export type SceneControl = ReturnType<typeof useScene>

type Asking = { eventId: string; desk: Desk; by: Found; mode: Mode }

/** The scene of an answer; null: a code that nobody has. */
async function sceneOf({ eventId, desk, by, mode }: Asking): Promise<Scene | null> {
  try {
    return mode === 'in'
      ? arrivalScene(await desk.find({ eventId, ...by }), by)
      : leavingScene(await desk.look({ eventId, ...by }), by)
  } catch (failure) {
    if (!(failure instanceof ApiFailure)) throw failure
    return { is: 'failed', failure, by }
  }
}

function arrivalScene(families: readonly StationFamily[], by: Found): Scene | null {
  const [only, ...others] = families
  if (!only) return 'code' in by ? null : { is: 'nobody', search: by.search }
  return others.length > 0 ? { is: 'families', families } : { is: 'family', family: only, byCode: 'code' in by }
}

function leavingScene(found: readonly Collection[], by: Found): Scene | null {
  const [only, ...others] = found
  if (!only) return 'code' in by ? null : { is: 'nobody', search: by.search }
  if (others.length > 0) return { is: 'collections', found }
  return { is: 'collection', collection: only, code: 'code' in by ? by.code : null }
}
