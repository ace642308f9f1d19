import { useBlocker } from '@tanstack/react-router'
import { useTexts } from '../../lib/languages/index.ts'
import { paths } from '../../lib/paths.ts'
import { Button } from '../../ui/controls/button.tsx'
import { Dialog } from '../../ui/controls/dialog.tsx'

/** Asks before unsent text is left behind, by a link, by the way back, or by closing the page. */
export function LeaveGuard({ isUnsent }: { isUnsent: boolean }) {
  const t = useTexts()
  const { status, proceed, reset } = useBlocker({
    // On the way to the sign-in page the session is over already: staying would not save the message.
    shouldBlockFn: ({ current, next }) =>
      isUnsent && current.pathname !== next.pathname && next.pathname !== paths.signIn,
    enableBeforeUnload: isUnsent,
    withResolver: true,
  })
  const isAsking = status === 'blocked'
  const actions = (
    <>
      <Button onClick={proceed}>{t('messaging.compose.leave')}</Button>
      <Button kind="primary" onClick={reset}>
        {t('messaging.compose.stay')}
      </Button>
    </>
  )
  return (
    <Dialog open={isAsking} onClose={() => reset?.()} title={t('messaging.compose.leaveTitle')} actions={actions}>
      <p>{t('messaging.compose.leaveText')}</p>
    </Dialog>
  )
}
