import type { Translate } from '../../languages/index.ts'

type Standing = {
  typed: string
  count: number
  /** Whom the server is asked about, when enough is typed. */
  isAsked: boolean
  isLongEnough: boolean
  isSettled: boolean
  hasFailed: boolean
}

/** What is said under what was found. */
export function statusOf(
  { typed, count, isAsked, isLongEnough, isSettled, hasFailed }: Standing,
  t: Translate,
): string {
  if (isAsked && !isLongEnough) return t('ui.find.typeMore')
  if (!isSettled) return t('ui.find.searching')
  if (hasFailed) return t('ui.find.failed')
  return count === 0 ? t('ui.find.none', { what: typed.trim() }) : ''
}
