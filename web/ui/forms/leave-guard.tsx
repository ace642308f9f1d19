import { useBlocker } from '@tanstack/react-router'
import { useTexts } from '../../languages/index.ts'
import { Button } from '../controls/button.tsx'
import { Dialog } from '../controls/dialog.tsx'

type LeaveGuardProps = {
  isUnsaved: boolean
  /** Where nobody is asked on the way to: the sign-in page, for there the session is over already and staying would save nothing. */
  freeTo: string
  /** What was typed outlives another search in the address of the same page. */
  staysOnPage?: boolean
  /** Where it is not a form that is saved. */
  words?: { title: string; text: string; leave: string; stay: string }
}

/**
 * Asks before what was typed is left behind, by a link, by the way back, or by closing the page. Marks the page as well,
 * so that whoever is signed out meanwhile is told (web/app/unsaved.ts).
 */
export function LeaveGuard({ isUnsaved, freeTo, staysOnPage = false, words }: LeaveGuardProps) {
  const t = useTexts()
  const { status, proceed, reset } = useBlocker({
    shouldBlockFn: ({ current, next }) =>
      isUnsaved && !(staysOnPage && current.pathname === next.pathname) && next.pathname !== freeTo,
    enableBeforeUnload: isUnsaved,
    withResolver: true,
  })
  const actions = (
    <>
      <Button onClick={proceed}>{words?.leave ?? t('ui.leave.leave')}</Button>
      <Button kind="primary" onClick={reset}>
        {words?.stay ?? t('ui.leave.stay')}
      </Button>
    </>
  )
  return (
    <>
      {isUnsaved && <span hidden data-unsaved />}
      <Dialog
        open={status === 'blocked'}
        onClose={() => reset?.()}
        title={words?.title ?? t('ui.leave.title')}
        actions={actions}
      >
        <p>{words?.text ?? t('ui.leave.text')}</p>
      </Dialog>
    </>
  )
}
