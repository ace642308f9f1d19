import type { CustodyRow } from '#contract/checkin/custody.ts'
import type { ConflictReason, CustodyAct, OddTime } from '#contract/checkin/incidents.ts'
import type { Verdict } from '#contract/checkin/station.ts'
import type { ErrorCode } from '#contract/errors.ts'

/** What an exported log is written in. */
export type LogWords = {
  acts: Record<CustodyAct, string>
  unknown: string
  intact: string
  changed: string
  /** Why, in words: what was typed stands as it is, and what does not go together is said with time and names. */
  reasonOf: (row: CustodyRow, timeOf: (instant: Date) => string) => string | null
}

type Reason = Exclude<Verdict, 'allowed'> | ConflictReason | KnownError
type KnownError = Extract<
  ErrorCode,
  | 'wrong_code'
  | 'second_person'
  | 'not_found'
  | 'gone_home'
  | 'not_released'
  | 'odd_time'
  | 'class_full'
  | 'class_removed'
  | 'not_today'
  | 'registration_closed'
  | 'family_full'
  | 'subscription_expired'
  | 'invalid_input'
>

type Words = Omit<LogWords, 'reasonOf'> & {
  reasons: Record<Reason, string>
  /** Of a code that has no word of its own. */
  other: string
  odd: Record<OddTime, string>
  claimed: (time: string) => string
  earlier: string
}

const english: Words = {
  acts: {
    checked_in: 'Checked in',
    moved: 'Moved to another class',
    labels_reprinted: 'Labels reprinted',
    collector_came: 'Someone came to collect',
    parent_called: 'Parent called',
    checked_out: 'Checked out',
    release_refused: 'Release refused',
    released_by_two: 'Released, approved by two staff',
    left_unauthorised: 'Released without authority',
    conflict: 'Stations do not agree',
    settled: 'Settled',
    taken_over: 'Recorded offline',
  },
  unknown: 'Not known',
  intact: 'Yes',
  changed: 'No: changed',
  reasons: {
    no_grant: 'Not on the list of guardians',
    not_authorised: 'Not authorised',
    not_yet: 'Not allowed yet on that date',
    no_longer: 'No longer allowed',
    wrong_day: 'Not allowed on that weekday',
    used: 'The one-time pass had already been used',
    wrong_code: 'Wrong code',
    second_person: 'No second staff member confirmed',
    two_collectors: 'Two stations let the child go with two people',
    two_classes: 'Checked in to two classes',
    refused_elsewhere: 'Refused at one station and released at another',
    not_found: 'The child was not checked in',
    gone_home: 'The child had already gone home with someone else',
    not_released: 'Not allowed',
    odd_time: 'It cannot have been at that time',
    class_full: 'The class was full',
    class_removed: 'The class was removed',
    not_today: 'The event was not on that day',
    registration_closed: 'Registration was closed',
    family_full: 'The family had no room for more people',
    subscription_expired: 'The subscription was over',
    invalid_input: 'It could not be read',
  },
  other: 'It was not possible',
  odd: {
    unreadable: 'the station gave no time that can be read',
    ahead: 'later than it was sent',
    before_previous: 'before what the station had done before',
    before_pack: 'before the station had this event',
    pack_over: 'more than a day after the station last had the event’s list',
    before_check_in: 'before the child was checked in',
  },
  claimed: (time) => `Station’s clock: ${time}`,
  earlier: 'Before that',
}

const french: Words = {
  acts: {
    checked_in: 'Arrivée',
    moved: 'Changement de classe',
    labels_reprinted: 'Étiquettes réimprimées',
    collector_came: 'Quelqu’un est venu chercher',
    parent_called: 'Parent appelé',
    checked_out: 'Départ',
    release_refused: 'Remise refusée',
    released_by_two: 'Remis avec l’accord de deux membres de l’équipe',
    left_unauthorised: 'Remis sans autorisation',
    conflict: 'Des postes se contredisent',
    settled: 'Réglé',
    taken_over: 'Enregistré hors ligne',
  },
  unknown: 'Inconnu',
  intact: 'Oui',
  changed: 'Non : modifié',
  reasons: {
    no_grant: 'Pas sur la liste des accompagnants',
    not_authorised: 'Non autorisé',
    not_yet: 'Pas encore autorisé à cette date',
    no_longer: 'Plus autorisé',
    wrong_day: 'Pas autorisé ce jour de la semaine',
    used: 'Le pass à usage unique avait déjà servi',
    wrong_code: 'Code incorrect',
    second_person: 'Aucun second membre de l’équipe n’a confirmé',
    two_collectors: 'Deux postes ont remis l’enfant à deux personnes',
    two_classes: 'Enregistré dans deux classes',
    refused_elsewhere: 'Refusé à un poste et remis à un autre',
    not_found: 'L’enfant n’était pas enregistré',
    gone_home: 'L’enfant était déjà parti avec quelqu’un d’autre',
    not_released: 'Pas autorisé',
    odd_time: 'Cela n’a pas pu être à cette heure-là',
    class_full: 'La classe était complète',
    class_removed: 'La classe a été supprimée',
    not_today: 'L’événement n’était pas ce jour-là',
    registration_closed: 'Les inscriptions étaient closes',
    family_full: 'La famille n’avait plus de place',
    subscription_expired: 'L’abonnement avait expiré',
    invalid_input: 'C’était illisible',
  },
  other: 'Ce n’était pas possible',
  odd: {
    unreadable: 'le poste n’a donné aucune heure lisible',
    ahead: 'après l’envoi',
    before_previous: 'avant ce que le poste avait fait auparavant',
    before_pack: 'avant que le poste ait cet événement',
    pack_over: 'plus d’un jour après la dernière liste reçue par le poste',
    before_check_in: 'avant l’arrivée de l’enfant',
  },
  claimed: (time) => `Horloge du poste : ${time}`,
  earlier: 'Auparavant',
}

const CODE = /^[a-z]+(?:_[a-z]+)+$|^used$/

function wordsOf({ reasons, other: unnamed, odd, claimed, earlier, ...words }: Words): LogWords {
  const said = new Map<string, string>(Object.entries(reasons))
  const wordOf = (reason: string): string => said.get(reason) ?? (CODE.test(reason) ? unnamed : reason)
  return {
    ...words,
    reasonOf: ({ act, reason, oddTime, other }, timeOf) => {
      const isTyped = act === 'released_by_two' || act === 'settled'
      const before = other && act === 'conflict' ? othersWords(other, timeOf) : null
      const parts = [
        reason && (isTyped ? reason : wordOf(reason)),
        before && `${earlier}: ${before}`,
        oddTime && odd[oddTime.why],
        oddTime &&
          claimed(Number.isNaN(Date.parse(oddTime.claimed)) ? oddTime.claimed : timeOf(new Date(oddTime.claimed))),
      ].filter(Boolean)
      return parts.length > 0 ? parts.join('; ') : null
    },
  }
}

const othersWords = (
  { at, collectorName, className, stationName, actorName }: NonNullable<CustodyRow['other']>,
  timeOf: (instant: Date) => string,
): string => [timeOf(new Date(at)), collectorName, className, stationName, actorName].filter(Boolean).join(', ')

/** Words of the custody log in the languages of our screens. */
export const logWords: Record<'en' | 'fr', LogWords> = { en: wordsOf(english), fr: wordsOf(french) }
