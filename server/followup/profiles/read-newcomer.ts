import type { LogLine, NewcomerDetail } from '#contract/followup/people.ts'
import type { Tx } from '../../platform/database/index.ts'
import { ApiError } from '../../platform/http/index.ts'
import { dayIn } from '../../platform/runtime/index.ts'
import { readPerson } from '../../people/index.ts'
import { selectSources, selectStages, selectWorkingWeek, type Stage } from '../lists/index.ts'
import { selectLog, type StoredEntry } from '../newcomers/index.ts'
import { selectComments, selectTasksOf, shownComment, shownTask } from '../tasks/index.ts'
import { absenceOf, deputyFor, readTeam, type Team } from '../team/index.ts'
import { selectProfile, selectStageDays, type Profile } from './profile-store.ts'

const HOUR_MS = 3_600_000
const MOST_LINES = 1_000

/** Everything of one page. Throws `not_found`, for members who never were newcomers too. */
export async function readNewcomer(
  tx: Tx,
  { id, reader, at }: { id: string; reader: string; at: Date },
): Promise<NewcomerDetail> {
  const profile = await selectProfile(tx, id)
  if (!profile) throw new ApiError('not_found')
  const week = await selectWorkingWeek(tx)
  const team = await readTeam(tx, dayIn(week.timeZone, at))
  const stages = await selectStages(tx)
  const person = await readPerson(tx, id, at)
  const refused = (channel: string): boolean =>
    person.optOuts.some((each) => each.channel === channel || each.channel === 'all')
  return {
    person,
    ...pick(profile),
    owner: ownerOf(profile, { team, reader }),
    path: pathOf(stages, profile, await selectStageDays(tx, id)),
    sources: (await selectSources(tx)).filter((one) => !one.isRetired || one.id === profile.sourceId),
    contactedAfterHours: hoursBetween(profile.clockFrom, profile.contactedAt),
    waitingHours: profile.contactedAt ? null : hoursBetween(profile.clockFrom, at),
    snoozedUntil: profile.snoozedUntil && profile.snoozedUntil > at ? profile.snoozedUntil.toISOString() : null,
    smsRefused: refused('sms'),
    emailRefused: refused('email'),
    tasks: await tasksOf(tx, id, reader),
    log: (await selectLog(tx, { personId: id, reader, limit: MOST_LINES })).map((entry) =>
      lineOf(entry, { stages, reader }),
    ),
    team: team.members.map(({ accountId, firstName, lastName }) => ({
      id: accountId,
      firstName,
      lastName,
      isAway: absenceOf(team, accountId) !== undefined,
    })),
  }
}

const pick = ({ kind, firstVisitOn, leadStatus, stageId, origin, ...profile }: Profile) => {
  const { sourceId, interest, wantsVisit, means } = profile
  return { kind, firstVisitOn, leadStatus, stageId, origin, sourceId, interest, wantsVisit, means }
}

const hoursBetween = (from: Date | null, until: Date | null): number | null =>
  from && until && Math.max(0, Math.floor((until.getTime() - from.getTime()) / HOUR_MS))

function ownerOf(
  { ownerId, ownerName, ownedAt, ownerLeft }: Profile,
  { team, reader }: { team: Team; reader: string },
): NewcomerDetail['owner'] {
  if (ownerId === null) return null
  const deputy = deputyFor(team, ownerId)
  const deputyName = deputy === null ? null : nameIn(team, deputy)
  const isMine = ownerId === reader
  return {
    id: ownerId,
    name: ownerName ?? '',
    since: ownedAt?.toISOString() ?? null,
    deputyName,
    isMine,
    hasLeft: ownerLeft,
  }
}

const nameIn = ({ members }: Team, id: string): string | null => {
  const found = members.find(({ accountId }) => accountId === id)
  return found ? `${found.firstName} ${found.lastName}`.trim() : null
}

/** The stages of the person's path, and the one they stand in where it is retired. */
function pathOf(
  stages: readonly Stage[],
  { kind, stageId, firstVisitOn }: Profile,
  days: readonly { stageId: number; at: Date }[],
): NewcomerDetail['path'] {
  const place = stages.find(({ id }) => id === stageId)?.position ?? 0
  return stages
    .filter((stage) => stage.track === kind && (!stage.isRetired || stage.id === stageId))
    .map((stage) => {
      const entered = days.find((day) => day.stageId === stage.id)?.at.toISOString() ?? null
      const since = entered ?? (stage.meaning === 'entry' ? firstVisitOn : null)
      return { ...stage, since, isPassed: stage.id !== stageId && stage.position < place }
    })
}

async function tasksOf(tx: Tx, personId: string, reader: string): Promise<NewcomerDetail['tasks']> {
  const tasks = await selectTasksOf(tx, personId)
  const comments = await selectComments(
    tx,
    tasks.map(({ id }) => id),
  )
  return tasks.map((task) => ({
    ...shownTask(task),
    discussion: comments.filter(({ taskId }) => taskId === task.id).map((comment) => shownComment(comment, reader)),
  }))
}

type Naming = { stages: readonly Stage[]; reader: string }

function lineOf(entry: StoredEntry, { stages, reader }: Naming): LogLine {
  const { id, at, kind, by, byName, channel, outcome, text, isPrivate, reason, taskId, ruleVersion, editedAt } = entry
  const named = (value: string | null, owner: string | null): string | null => {
    if (kind === 'owner') return owner
    return kind === 'stage' || kind === 'member'
      ? (stages.find((stage) => `${stage.id}` === value)?.name ?? null)
      : value
  }
  const line = {
    id,
    at: at.toISOString(),
    kind,
    byName,
    isMine: by === reader,
    channel,
    outcome,
    text,
    isPrivate,
    reason,
  }
  return {
    ...line,
    isEdited: editedAt !== null,
    before: named(entry.before, entry.ownerBefore),
    after: named(entry.after, entry.ownerAfter),
    taskId,
    ruleVersion,
  }
}
