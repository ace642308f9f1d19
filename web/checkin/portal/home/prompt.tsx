import { useTexts } from '../../../lib/languages/index.ts'
import type { Home } from './home.ts'

/** What the family does next: add its members, or register them. */
export function Prompt({ home: { members, next } }: { home: Home }) {
  const t = useTexts()
  if (members === 0) return t('portal.home.noMembers')
  if (next?.registrationId) return t('portal.home.registered')
  return next?.state === 'open' ? t('portal.home.promptRegister') : null
}
