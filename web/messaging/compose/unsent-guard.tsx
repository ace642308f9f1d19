import { useTexts } from '../../lib/languages/index.ts'
import { paths } from '../../lib/paths.ts'
import { LeaveGuard } from '../../ui/forms/index.ts'

/** Asks before an unsent message is left behind. */
export function UnsentGuard({ isUnsent }: { isUnsent: boolean }) {
  const t = useTexts()
  const words = {
    title: t('messaging.compose.leaveTitle'),
    text: t('messaging.compose.leaveText'),
    leave: t('messaging.compose.leave'),
    stay: t('messaging.compose.stay'),
  }
  return <LeaveGuard isUnsaved={isUnsent} freeTo={paths.signIn} staysOnPage words={words} />
}
