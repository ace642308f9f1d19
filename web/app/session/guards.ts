import { redirect } from '@tanstack/react-router'
import type { Gate, Session } from '#contract/identity/session.ts'
import { ApiFailure, onRefusal, isAway } from '../../api/call.ts'
import { speak, i18n } from '../../languages/index.ts'
import { paths, safeNext } from '../../routing/paths.ts'
import { createQueryClient } from '../../api/queries.ts'
import { can, sessionQuery } from '../../session/session.ts'
import { forgetSignedIn } from '../../session/signed-in-hint.ts'
import { forgetDay } from './kept-station.ts'
import { toast } from '../../ui/toasts/index.ts'

export const queryClient = createQueryClient()

export const gatePages: Record<Exclude<Gate, 'open'>, typeof paths.expired | typeof paths.overCapacity> = {
  expired: paths.expired,
  over_capacity: paths.overCapacity,
}

export const session = (): Promise<Session> => queryClient.query({ ...sessionQuery, staleTime: 'static' })

function wayBack(from: string): { next?: string } {
  const next = safeNext(from)
  return next ? { next } : {}
}

/** The session, or the way to the sign-in page and back. */
export async function requireSession(from: string): Promise<Session> {
  try {
    const [found] = await Promise.all([session(), speak('inside')])
    return found
  } catch (failure) {
    if (!(failure instanceof ApiFailure) || failure.status !== 401) throw failure
    forgetSignedIn()
    void forgetDay()
    throw redirect({ to: paths.signIn, search: wayBack(from), replace: true })
  }
}

const isDashboard = (from: string): boolean => from.replace(/\/?(?:[?#].*)?$/, '') === paths.dashboard

/** A locked station does nothing else, and whoever only checks children in is led to where they do. */
function showWorkplace(found: Session, from: string): void {
  const isLocked = found.abilities.every((ability) => ability === 'checkin.self_service')
  const workplace = workplaceOf(found)
  if (workplace && (isLocked || isDashboard(from))) throw redirect({ to: workplace, replace: true })
}

/** The session of a church whose gate is open, or the page that says why it is shut; a payer who is back gets the outcome. */
export async function requireOpenGate(from: string): Promise<Session> {
  const found = await requireSession(from)
  showWorkplace(found, from)
  if (found.gate === 'open' || standsWhileGated(from)) return found
  const paid = /^\/tenant\/(?:(u)nits|subscription)(\?.*payment=.+)/.exec(from)
  const href = paid && (paid[1] ? paths.buyUnitsWhileGated : paths.subscribeWhileGated) + paid[2]
  if (href) throw redirect({ href, replace: true })
  throw redirect({ to: gatePages[found.gate], replace: true })
}

/** Where a day is kept (web/checkin/station/kept-day.ts) nobody waits longer for a network that is hardly there. */
const STATION_KEY = 'nx.station'
const STATION_WAITS_MS = 1000

const patience = (): Promise<undefined> => new Promise((resolve) => setTimeout(resolve, STATION_WAITS_MS, undefined))

/** The station opens without a network too: then there is no session to look at. */
export async function requireStation(from: string): Promise<void> {
  const asked = requireSession(from).catch((failure: unknown) => {
    if (isAway(failure)) return undefined
    throw failure
  })
  const found = await (localStorage.getItem(STATION_KEY) === null ? asked : Promise.race([asked, patience()]))
  await Promise.all([speak('inside'), speak('station')])
  if (found && !can(found, 'checkin.self_service') && !can(found, 'checkin.desk'))
    throw redirect({ to: paths.unauthorized, replace: true })
}

type Doors = { toSignIn: (next: { next?: string }) => Promise<void>; runGuards: () => Promise<void> }

/**
 * What any refused call does to the page: without a session it leads to sign in and back again; behind a shut gate the
 * session is read anew and the guards show the gate's page.
 */
export function watchRefusals({ toSignIn, runGuards }: Doors): void {
  onRefusal((failure) => void (failure.status === 401 ? leave(toSignIn) : lookAgain(runGuards)))
}

let isLeaving = false

async function leave(toSignIn: Doors['toSignIn']): Promise<void> {
  forgetSignedIn()
  void forgetDay()
  // Several calls of one screen may be refused together; the first one leads the way.
  if (location.pathname === paths.signIn) return
  // The mark is gone as soon as the page is.
  if (!isLeaving) tellOfUnsaved()
  isLeaving = true
  await toSignIn(wayBack(location.pathname + location.search)).finally(() => (isLeaving = false))
  queryClient.clear()
}

async function lookAgain(runGuards: Doors['runGuards']): Promise<void> {
  await queryClient.query({ ...sessionQuery, staleTime: 0 })
  await runGuards()
}

/** Whoever was writing when the session ended is told what became of it. */
export function tellOfUnsaved(): void {
  if (document.querySelector('dialog[open] form, form dialog[open], [data-unsaved]'))
    toast.warn(i18n._('ui.session.ended'))
}

/** Where somebody works whom the dashboard has nothing to tell; undefined: the dashboard has. */
export function workplaceOf(session: Session): typeof paths.station | typeof paths.classes | undefined {
  const reads = ['people.read', 'messages.read', 'billing.read'] as const
  if (reads.some((ability) => can(session, ability))) return undefined
  if (can(session, 'checkin.self_service')) return paths.station
  return can(session, 'checkin.class') ? paths.classes : undefined
}

/** Children who are in their classes are looked after and handed over whatever is still to be paid. */
export const standsWhileGated = (address: string): boolean => address.startsWith(paths.station)
