import { useTexts } from '../../lib/languages/index.ts'
import { usedKinds } from '../destination/kinds.ts'
import type { Draft } from '../draft/draft.ts'

/** What the first line of the cost calls those who were chosen. */
export function useChosenLabel(draft: Draft): string {
  const t = useTexts()
  const [kind, ...others] = usedKinds(draft)
  if (others.length > 0) return t('messaging.compose.chosenInAll')
  if (kind === 'all') return t('messaging.compose.allContacts')
  if (kind === 'groups') return t('messaging.compose.peopleInGroups', { count: draft.groupIds.length })
  if (kind === 'numbers') return t('messaging.compose.phoneNumbers')
  return kind === 'file' ? t('messaging.compose.contactsInFile') : t('messaging.compose.chosenInAll')
}
