import type { ConsoleChange } from '#contract/operator/changes.ts'
import { useTexts } from '../../languages/index.ts'
import { toast } from '../../ui/toasts/index.ts'

/** Says that what was asked for waits for a second operator; without a change, that it is like this already. */
export function useWaits() {
  const t = useTexts()
  return (change: ConsoleChange | null): void => {
    if (change) toast.ok(t('operator.changes.saidAsked'), { text: t('operator.changes.saidAskedText') })
    else toast.ok(t('operator.changes.saidSame'))
  }
}
