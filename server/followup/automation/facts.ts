import type { Definition } from '#contract/followup/automation-rules.ts'
import type { PersonKind } from '#contract/people/persons.ts'
import type { Day } from '../../platform/runtime/index.ts'
import type { Source, Stage, Track } from '../lists/index.ts'

type MessageChannel = 'sms' | 'email' | 'push'

/** What rules go by of one person. */
export type Facts = {
  personId: string
  name: string
  firstName: string
  phone: string | null
  email: string | null
  hasDevice: boolean
  /** Channels on which they want no messages. */
  refused: readonly MessageChannel[]
  personKind: PersonKind
  kind: Track
  archived: boolean
  paused: boolean
  sourceId: number | null
  stageId: number
  ownerId: string | null
  gender: string | null
  birthYear: number | null
  birthMonth: number | null
  birthDay: number | null
  groupIds: readonly string[]
  /** When each day on which they were there became known. */
  visits: readonly { day: Day; at: Date }[]
}

/** Something happened to somebody that a rule waits for. */
export type Occasion = {
  personId: string
  /** Names it among all that a rule waits for. */
  key: string
  at: Date
  /** A visit on a later day ends what follows from it. */
  day: Day
  /** The line of the log that says so, and the rule that led to it. */
  entryId: string | null
  ledBy: string | null
}

/** What a church has that rules name. */
export type Place = {
  timeZone: string
  isoCode: string
  stages: readonly Stage[]
  sources: readonly Source[]
  groups: ReadonlyMap<string, string>
  team: ReadonlyMap<string, string>
  senders: readonly string[]
}

/** A version of a rule. */
export type RuleText = { definition: Definition; names: Readonly<Record<string, string>> }
