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
    labels_reprinted: 'Labels printed again',
    collector_came: 'Somebody came for a child',
    parent_called: 'Parent was called',
    checked_out: 'Went home',
    release_refused: 'Not handed over',
    released_by_two: 'Handed over on the word of two',
    left_unauthorised: 'Handed over without authority',
    conflict: 'Stations do not agree',
    settled: 'Settled',
    taken_over: 'Done without a network',
  },
  unknown: 'Not known',
  intact: 'Yes',
  changed: 'No: changed',
  reasons: {
    no_grant: 'Nobody had allowed it',
    not_authorised: 'Not authorised',
    not_yet: 'Not allowed yet on that day',
    no_longer: 'No longer allowed',
    wrong_day: 'Not allowed on that weekday',
    used: 'The one-time pass was used already',
    wrong_code: 'The code was wrong',
    second_person: 'Nobody confirmed as the second one',
    two_collectors: 'Two stations let the same child go with two people',
    two_classes: 'Checked in to two classes',
    refused_elsewhere: 'Refused at one station and handed over at another',
    not_found: 'The child was not checked in',
    gone_home: 'The child had gone home with somebody else',
    not_released: 'Not allowed',
    odd_time: 'It cannot have been done at that time',
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
    collector_came: 'Quelqu’un est venu chercher un enfant',
    parent_called: 'Parent appelé',
    checked_out: 'Départ',
    release_refused: 'Remise refusée',
    released_by_two: 'Remis sur la parole de deux personnes',
    left_unauthorised: 'Remis sans autorisation',
    conflict: 'Des postes se contredisent',
    settled: 'Réglé',
    taken_over: 'Fait sans réseau',
  },
  unknown: 'Inconnu',
  intact: 'Oui',
  changed: 'Non : modifié',
  reasons: {
    no_grant: 'Personne ne l’avait autorisé',
    not_authorised: 'Non autorisé',
    not_yet: 'Pas encore autorisé ce jour-là',
    no_longer: 'N’est plus autorisé',
    wrong_day: 'Pas autorisé ce jour de la semaine',
    used: 'Le laissez-passer unique avait déjà servi',
    wrong_code: 'Le code était faux',
    second_person: 'Aucune seconde personne n’a confirmé',
    two_collectors: 'Deux postes ont remis le même enfant à deux personnes',
    two_classes: 'Enregistré dans deux classes',
    refused_elsewhere: 'Refusé à un poste et remis à un autre',
    not_found: 'L’enfant n’était pas enregistré',
    gone_home: 'L’enfant était déjà parti avec quelqu’un d’autre',
    not_released: 'Pas autorisé',
    odd_time: 'Cela n’a pas pu être fait à cette heure-là',
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
