import { useBlocker } from '@tanstack/react-router'
import { useTexts } from '../../lib/languages/index.ts'
import { paths } from '../../lib/paths.ts'
import { Button } from '../../ui/controls/button.tsx'
import { Dialog } from '../../ui/controls/dialog.tsx'

/** Asks before typed changes are left behind, by a link, by the way back, or by closing the page. */
export function LeaveGuard({ isUnsaved }: { isUnsaved: boolean }) {
  const t = useTexts()
  const { status, proceed, reset } = useBlocker({
    // On the way to the sign-in page the session is over already: staying would save nothing.
    shouldBlockFn: ({ next }) => isUnsaved && next.pathname !== paths.signIn,
    enableBeforeUnload: isUnsaved,
    withResolver: true,
  })
  const actions = (
    <>
      <Button onClick={proceed}>{t('checkin.leave.leave')}</Button>
      <Button kind="primary" onClick={reset}>
        {t('checkin.leave.stay')}
      </Button>
    </>
  )
  return (
    <Dialog open={status === 'blocked'} onClose={() => reset?.()} title={t('checkin.leave.title')} actions={actions}>
      <p>{t('checkin.leave.text')}</p>
    </Dialog>
  )
}
