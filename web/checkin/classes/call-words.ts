import type { RosterChild } from '#contract/checkin/classes.ts'
import { useFormat } from '../../languages/format.tsx'
import { useTexts, type TextId } from '../../languages/index.ts'

export type Call = NonNullable<RosterChild['call']>

const outcomes: Record<Call['sms'], TextId> = {
  follows: 'checkin.call.follows',
  sent: 'checkin.call.sent',
  not_needed: 'checkin.call.notNeeded',
  no_phone: 'checkin.call.noPhone',
  no_sender: 'checkin.call.noSender',
  no_units: 'checkin.call.noUnits',
}

/** Nothing is left to do for the class but to wait. */
export const isReached = ({ sms, answeredAt }: Call): boolean =>
  answeredAt !== null || sms === 'sent' || sms === 'follows' || sms === 'not_needed'

/** What came of asking the parents, in one line: "Asked at 9:30 on 2 devices, SMS sent". */
export function useCallWords(): (call: Call) => string {
  const t = useTexts()
  const format = useFormat()
  return ({ at, devices, sms, answeredAt }) =>
    answeredAt
      ? t('checkin.call.answered', { time: format.time(answeredAt) })
      : t(outcomes[sms], { time: format.time(at), devices: devices ?? 0 })
}
