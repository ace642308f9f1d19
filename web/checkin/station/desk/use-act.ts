import type { ApiFailure, FailureCode } from '../../../api/call.ts'
import { useAct as useAnyAct } from '../../../api/use-act.ts'
import { underWay } from '../../under-way.tsx'
import type { TextId, Translate } from '../../../languages/index.ts'
import { OwnRefusal } from '../../offline/station-refusal.ts'

/** Runs one thing at a time; its refusal is kept for the screen to word. The station is not left while it runs. */
export function useAct() {
  const { run, ...rest } = useAnyAct()
  return { ...rest, run: (act: () => Promise<void>) => run(() => underWay(act())) }
}

const words: Partial<Record<FailureCode, TextId>> = {
  network: 'checkin.station.failedNetwork',
  timeout: 'checkin.station.failedNetwork',
  not_found: 'checkin.station.failedGone',
  class_removed: 'checkin.station.failedClassGone',
  not_today: 'checkin.station.failedNotToday',
  in_class: 'checkin.station.failedInClass',
  wrong_code: 'checkin.station.failedCode',
  not_released: 'checkin.station.failedRelease',
  gone_home: 'checkin.station.failedGoneHome',
  second_person: 'checkin.station.failedSecond',
  too_many_tries: 'checkin.station.failedTries',
  wrong_credentials: 'checkin.station.failedPassword',
  invalid_input: 'checkin.station.failedInput',
  subscription_expired: 'checkin.station.failedGate',
  member_capacity_exceeded: 'checkin.station.failedGate',
  station_revoked: 'checkin.station.failedRevoked',
}

const ownWords = {
  not_released: 'checkin.station.failedReleaseHere',
  wrong_code: 'checkin.station.failedCode',
  unwritten: 'checkin.station.failedReleaseUnwritten',
} as const satisfies Record<string, TextId>

/** Why something did not happen, and what to do now. A full class is named. */
export function failureText(failure: ApiFailure, t: Translate): string {
  const named = Object.values(failure.fields).join(', ')
  if (failure.code === 'class_full') return t('checkin.station.failedFull', { classes: named })
  if (failure.code === 'no_places')
    return named ? t('checkin.station.failedNoPlaces', { classes: named }) : t('checkin.station.failedNoCodes')
  if (failure.code === 'like_barred') return t('checkin.station.failedLikeBarred', { name: named })
  // The device itself has refused: nobody has heard of it.
  if (failure instanceof OwnRefusal && (failure.code === 'not_released' || failure.code === 'wrong_code'))
    return t(ownWords[failure.isWritten ? failure.code : 'unwritten'])
  return t(words[failure.code] ?? 'checkin.station.failedOther')
}
