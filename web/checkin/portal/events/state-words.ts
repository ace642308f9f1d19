import type { UpcomingEvent } from '#contract/checkin/events.ts'
import type { Translate } from '../../../languages/index.ts'

/** Why nobody can be registered now; null: registration is open. */
export function closedWords(
  t: Translate,
  { state, opensAt }: Pick<UpcomingEvent, 'state' | 'opensAt'>,
  when: (at: string) => string,
): string | null {
  if (state === 'open') return null
  if (state === 'not_yet' && opensAt) return t('portal.events.opens', { at: when(opensAt) })
  if (state === 'over') return t('portal.events.over')
  return t(state === 'cancelled' ? 'portal.events.cancelled' : 'portal.events.closed')
}
