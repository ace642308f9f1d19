import type { Because } from '#contract/followup/automation.ts'
import { useTexts } from '../../languages/index.ts'
import { reasonWords } from './words.ts'

type Reasoned = { reason: Because['reason']; other?: string | null }

/** Why something was not done, in words; who else has the number is named. */
export function useReason() {
  const t = useTexts()
  return ({ reason, other }: Reasoned): string => {
    if (reason === null) return ''
    return reason === 'same_address' && other
      ? t('followup.why.sameAddressAs', { name: other })
      : t(reasonWords[reason])
  }
}
