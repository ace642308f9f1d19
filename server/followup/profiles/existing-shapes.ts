import { genderIds } from '#contract/checkin/family.ts'
import { activityTypes, outcomeName, typeOf, type ActivityType } from '#contract/followup/look-ups.ts'
import type { activityLogs as logsCall } from '#contract/followup/existing-clients.ts'
import type {
  readFirstTimer as firstTimerCall,
  readNewConvert as newConvertCall,
} from '#contract/followup/existing-person.ts'
import type { Answer } from '#contract/endpoint.ts'
import { maritalStatus, type PersonDetail } from '#contract/people/persons.ts'
import type { Tx } from '../../platform/database/index.ts'
import { ApiError } from '../../platform/http/index.ts'
import { wallTime } from '../../platform/runtime/index.ts'
import { readPerson } from '../../people/index.ts'
import { selectWorkingWeek } from '../lists/index.ts'
import { readNewcomer } from './read-newcomer.ts'
import { selectProfile, type Profile } from './profile-store.ts'

type Asked = { id: string; at: Date; picture: (url: string | null) => string | null }

async function readBoth(tx: Tx, { id, at }: Asked): Promise<{ person: PersonDetail; profile: Profile }> {
  const profile = await selectProfile(tx, id)
  if (!profile) throw new ApiError('not_found')
  return { person: await readPerson(tx, id, at), profile }
}

const choicesOf = ({ gender, maritalStatus: status }: PersonDetail) => ({
  gender: gender && genderIds[gender],
  marital: status && maritalStatus.options.indexOf(status) + 1,
})

/** Somebody as existing clients read a first-timer. Throws `not_found`. */
export async function readFirstTimer(tx: Tx, asked: Asked): Promise<Answer<typeof firstTimerCall>> {
  const { person, profile } = await readBoth(tx, asked)
  const { gender, marital } = choicesOf(person)
  return {
    firstName: person.firstName,
    lastName: person.lastName,
    email: person.email,
    phoneNumber: person.phone,
    address: person.address,
    pictureUrl: asked.picture(person.pictureUrl),
    genderId: gender,
    maritalStatusId: marital,
    birthday: person.birthDay,
    birthMonth: person.birthMonth,
    birthYear: person.birthYear,
    activityID: profile.eventId,
    communicationMeans: profile.means,
    howDidYouAboutUsId: profile.sourceId,
    interestedInJoining: profile.interest,
    wantsToBeVisited: profile.wantsVisit,
    leadStatus: profile.leadStatus,
    firstTimerCycleStageID: profile.stageId,
    contactOwnerID: profile.ownerId,
    followUpPersonName: profile.ownerName,
    customAttributeData: [],
  }
}

/** Somebody as existing clients read a new convert. Throws `not_found`. */
export async function readNewConvert(tx: Tx, asked: Asked): Promise<Answer<typeof newConvertCall>> {
  const { person, profile } = await readBoth(tx, asked)
  const { gender, marital } = choicesOf(person)
  return {
    firstName: person.firstName,
    lastName: person.lastName,
    email: person.email,
    mobilePhone: person.phone,
    homeAddress: person.address,
    genderID: gender,
    maritalStatusID: marital,
    dayOfBirth: person.birthDay,
    monthOfBirth: person.birthMonth,
    yearOfBirth: person.birthYear,
    followupPersonID: profile.ownerId,
    followupPersonName: profile.ownerName,
    pictureUrl: asked.picture(person.pictureUrl),
    leadStatus: profile.leadStatus,
    newConvertCycleStageID: profile.stageId,
  }
}

/** By what existing clients know a line of the log. */
const typeOfLine: Record<string, ActivityType> = {
  note: 'note',
  owner: 'owner',
  stage: 'stage',
  member: 'stage',
  lead_status: 'lead_status',
  task: 'task',
  visit: 'attendance',
  entered: 'entered',
  merged: 'entered',
}

/** The log as existing clients read it, oldest first. Throws `not_found`. */
export async function readLogs(
  tx: Tx,
  asked: { id: string; reader: string; at: Date },
): Promise<Answer<typeof logsCall>> {
  const { timeZone } = await selectWorkingWeek(tx)
  const { log, tasks } = await readNewcomer(tx, asked)
  const returnObject = log.map((line) => {
    const { id, type: number } = {
      id: line.id,
      type: activityTypes[typeOfLine[line.kind] ?? line.channel ?? 'other'].id,
    }
    const [date = '', time = ''] = wallTime(timeZone, new Date(line.at)).split('T')
    const task = line.taskId === null ? undefined : tasks.find((each) => each.id === line.taskId)
    const changed = line.before === null && line.after === null ? '' : `${line.before ?? ''} → ${line.after ?? ''}`
    return {
      id,
      type: number,
      typeText: activityTypes[typeOf(number) ?? 'other'].name,
      description: line.text || changed,
      date,
      time: time.slice(0, 5),
      person: line.byName ?? '',
      outcomeText: line.outcome && outcomeName(line.outcome),
      loggedTask: task ? { ...task, comments: task.discussion } : null,
    }
  })
  return { returnObject }
}
