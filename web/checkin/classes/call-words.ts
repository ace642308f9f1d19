import type { RosterChild } from '#contract/checkin/classes.ts'
import { useFormat } from '../../lib/format.tsx'
import { useTexts, type TextId } from '../../lib/languages/index.ts'

export type Call = NonNullable<RosterChild['call']>

const outcomes: Record<Call['sms'], TextId> = {
  sent: 'checkin.call.sent',
  no_phone: 'checkin.call.noPhone',
  no_sender: 'checkin.call.noSender',
  no_units: 'checkin.call.noUnits',
}

/** What came of asking the parents, in one line: "Asked at 9:30, SMS sent". */
export function useCallWords(): (call: Call) => string {
  const t = useTexts()
  const format = useFormat()
  return ({ at, sms, answeredAt }) =>
    answeredAt
      ? t('checkin.call.answered', { time: format.time(answeredAt) })
      : t(outcomes[sms], { time: format.time(at) })
}
