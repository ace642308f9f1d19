import type { CustodyRow } from '#contract/checkin/custody.ts'
import type { ConflictReason, CustodyAct, OddTime } from '#contract/checkin/incidents.ts'
import type { ErrorCode } from '#contract/errors.ts'
import type { Verdict } from '#contract/checkin/station.ts'
import { useFormat } from '../../languages/format.tsx'
import { useTexts, type TextId } from '../../languages/index.ts'

/** What was done, to be chosen in the filter. */
export const actNames: Record<CustodyAct, TextId> = {
  checked_in: 'checkin.act.checkedIn',
  moved: 'checkin.act.moved',
  labels_reprinted: 'checkin.act.labelsReprinted',
  collector_came: 'checkin.act.collectorCame',
  parent_called: 'checkin.act.parentCalled',
  checked_out: 'checkin.act.checkedOut',
  release_refused: 'checkin.act.releaseRefused',
  released_by_two: 'checkin.act.releasedByTwo',
  left_unauthorised: 'checkin.act.leftUnauthorised',
  conflict: 'checkin.act.conflict',
  settled: 'checkin.act.settled',
  taken_over: 'checkin.act.takenOver',
}

/** The same as a sentence about a child. */
const sentences: Record<CustodyAct, TextId> = {
  checked_in: 'checkin.entry.checkedIn',
  moved: 'checkin.entry.moved',
  labels_reprinted: 'checkin.entry.labelsReprinted',
  collector_came: 'checkin.entry.collectorCame',
  parent_called: 'checkin.entry.parentCalled',
  checked_out: 'checkin.entry.checkedOut',
  release_refused: 'checkin.entry.releaseRefused',
  released_by_two: 'checkin.entry.releasedByTwo',
  left_unauthorised: 'checkin.entry.leftUnauthorised',
  conflict: 'checkin.entry.conflict',
  settled: 'checkin.entry.settled',
  taken_over: 'checkin.entry.takenOver',
}

/** Why a child was not handed over, as far as it is a code; what was typed stands as it is. */
const reasons: Partial<Record<Verdict | ErrorCode | ConflictReason, TextId>> = {
  no_grant: 'checkin.reason.noGrant',
  not_authorised: 'checkin.reason.notAuthorised',
  not_yet: 'checkin.reason.notYet',
  no_longer: 'checkin.reason.noLonger',
  wrong_day: 'checkin.reason.wrongDay',
  used: 'checkin.reason.used',
  wrong_code: 'checkin.reason.wrongCode',
  second_person: 'checkin.reason.secondPerson',
  two_collectors: 'checkin.reason.twoCollectors',
  two_classes: 'checkin.reason.twoClasses',
  refused_elsewhere: 'checkin.reason.refusedElsewhere',
  not_found: 'checkin.reason.notFound',
  gone_home: 'checkin.reason.goneHome',
  not_released: 'checkin.reason.notReleased',
  odd_time: 'checkin.reason.oddTime',
  class_full: 'checkin.reason.classFull',
  class_removed: 'checkin.reason.classRemoved',
  not_today: 'checkin.reason.notToday',
  registration_closed: 'checkin.reason.registrationClosed',
  family_full: 'checkin.reason.familyFull',
  subscription_expired: 'checkin.reason.subscriptionExpired',
  invalid_input: 'checkin.reason.unreadable',
}

const odd: Record<OddTime, TextId> = {
  unreadable: 'checkin.odd.unreadable',
  ahead: 'checkin.odd.ahead',
  before_previous: 'checkin.odd.beforePrevious',
  before_pack: 'checkin.odd.beforePack',
  pack_over: 'checkin.odd.packOver',
  before_check_in: 'checkin.odd.beforeCheckIn',
}

const isCode = (reason: string): reason is keyof typeof reasons => Object.hasOwn(reasons, reason)
/** A code that has no word of its own is not shown as it stands. */
const CODE = /^[a-z]+(?:_[a-z]+)+$/

type EntryInWords = Pick<
  CustodyRow,
  'act' | 'childName' | 'className' | 'collectorName' | 'reason' | 'stationName' | 'broughtByName' | 'oddTime' | 'other'
>

/** An entry of the custody log in words. The erased have left no name. */
export function useEntryWords() {
  const t = useTexts()
  const format = useFormat()
  const reasonOf = (reason: string, act: CustodyAct) => {
    if (act === 'released_by_two' || act === 'settled') return reason
    if (isCode(reason) && reasons[reason]) return t(reasons[reason])
    return CODE.test(reason) ? t('checkin.reason.other') : reason
  }
  const otherOf = ({ at, collectorName, className, stationName, actorName }: NonNullable<CustodyRow['other']>) =>
    [format.dateTime(at), collectorName ?? className, stationName, actorName].filter(Boolean).join(', ')
  return (entry: EntryInWords) => {
    const { act, childName, className, collectorName, reason, stationName, broughtByName, oddTime, other } = entry
    const what = t(sentences[act], {
      child: childName ?? t('checkin.entry.aChild'),
      collector: collectorName ?? t('checkin.entry.somebody'),
      className: className ?? t('checkin.entry.aClass'),
    })
    const more = [
      className && act !== 'checked_in' && act !== 'moved' ? className : null,
      reason && reasonOf(reason, act),
      other && act === 'conflict' && t('checkin.entry.before', { what: otherOf(other) }),
      act === 'conflict' && collectorName && t('checkin.entry.handedTo', { collector: collectorName }),
      oddTime && t(odd[oddTime.why]),
      oddTime && isTime(oddTime.claimed) && t('checkin.odd.claimed', { time: format.dateTime(oddTime.claimed) }),
      stationName && t('checkin.entry.atStation', { station: stationName }),
      broughtByName && t('checkin.entry.broughtBy', { name: broughtByName }),
    ]
    return { what, more: more.filter((part): part is string => typeof part === 'string' && part !== '') }
  }
}

const isTime = (text: string): boolean => !Number.isNaN(Date.parse(text))
