import type { ReactNode } from 'react'
import type { PeopleSelection } from '#contract/people/changes.ts'
import { useTexts, type TextId } from '../../languages/index.ts'
import { Button } from '../../ui/controls/button.tsx'
import { Dialog } from '../../ui/controls/dialog.tsx'
import { Note } from '../../ui/surfaces/note.tsx'
import { failureText } from '../failure-text.ts'

/** Whom an act is for. */
export type Chosen = {
  people: PeopleSelection
  count: number
  /** Where it is one person only. */
  name?: string
}

/** `onDone` comes after the act has gone through, before the dialog closes. */
export type ChangeDialogProps = { chosen: Chosen; onClose: () => void; onDone: () => void }

type Frame = {
  title: string
  act: string
  isDanger?: boolean
  /** Nothing can be pressed yet. */
  isIncomplete?: boolean
  isBusy: boolean
  failure: unknown
  /** Words for a failure, where this dialog has its own. */
  failureWords?: TextId | undefined
  onAct: () => void
  onClose: () => void
  children: ReactNode
}

/** A question with one act and the way out of it. */
export function ChangeDialog(props: Frame) {
  const { title, act, isDanger, isIncomplete, isBusy, failure, failureWords, onAct, onClose, children } = props
  const t = useTexts()
  return (
    <Dialog open onClose={onClose} title={title}>
      <form
        className="stack"
        onSubmit={(event) => {
          event.preventDefault()
          if (!isBusy && !isIncomplete) onAct()
        }}
      >
        {children}
        {failure ? <Note tone="bad">{t(failureWords ?? failureText(failure))}</Note> : null}
        <div className="row wrap">
          <span className="grow" />
          <Button onClick={onClose}>{t('people.acts.cancel')}</Button>
          <Button type="submit" kind={isDanger ? 'danger' : 'primary'} busy={isBusy} disabled={isIncomplete ?? false}>
            {act}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
