import type { CustodyAct, CustodyRow } from '#contract/checkin/custody.ts'
import type { ErrorCode } from '#contract/errors.ts'
import type { Verdict } from '#contract/checkin/station.ts'
import { useTexts, type TextId } from '../../lib/languages/index.ts'

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
  taken_over: 'checkin.entry.takenOver',
}

/** Why a child was not handed over, as far as it is a code; what was typed stands as it is. */
const reasons: Partial<Record<Verdict | ErrorCode, TextId>> = {
  no_grant: 'checkin.reason.noGrant',
  not_authorised: 'checkin.reason.notAuthorised',
  not_yet: 'checkin.reason.notYet',
  no_longer: 'checkin.reason.noLonger',
  wrong_day: 'checkin.reason.wrongDay',
  used: 'checkin.reason.used',
  wrong_code: 'checkin.reason.wrongCode',
  second_person: 'checkin.reason.secondPerson',
}

const isCode = (reason: string): reason is keyof typeof reasons => Object.hasOwn(reasons, reason)

/** An entry of the custody log in words. The erased have left no name. */
export function useEntryWords() {
  const t = useTexts()
  const reasonOf = (reason: string) => (isCode(reason) && reasons[reason] ? t(reasons[reason]) : reason)
  return ({ act, childName, className, collectorName, reason, stationName }: CustodyRow) => {
    const what = t(sentences[act], {
      child: childName ?? t('checkin.entry.aChild'),
      collector: collectorName ?? t('checkin.entry.somebody'),
      className: className ?? t('checkin.entry.aClass'),
    })
    const more = [
      className && act !== 'checked_in' && act !== 'moved' ? className : null,
      reason && reasonOf(reason),
      stationName && t('checkin.entry.atStation', { station: stationName }),
    ]
    return { what, more: more.filter((part) => part !== null && part !== '') }
  }
}
