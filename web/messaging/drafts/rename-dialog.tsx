import { useId, type SubmitEvent } from 'react'
import { saveTemplate, type DraftRow } from '#contract/messaging/drafts.ts'
import { call } from '../../api/call.ts'
import { textOf } from '../../api/use-act.ts'
import { useCall } from '../../api/use-call.ts'
import { useTexts, type TextId } from '../../languages/index.ts'
import { Button } from '../../ui/controls/button.tsx'
import { Dialog } from '../../ui/controls/dialog.tsx'
import { TextField } from '../../ui/controls/field.tsx'
import { Note } from '../../ui/surfaces/note.tsx'
import { toast } from '../../ui/toasts/index.ts'
import { keptReads } from '../lists/kept-messages.ts'

const TITLE_MAX_LENGTH = 80

/** What a template is called; the birthday message may have no name of its own. */
export function useTitle() {
  const t = useTexts()
  return ({ title }: DraftRow) => title ?? t('messaging.lists.birthday')
}

const failures: Partial<Record<string, TextId>> = {
  name_taken: 'messaging.lists.nameTaken',
  changed_meanwhile: 'messaging.draft.changedMeanwhile',
}

/** Gives a template another name; its text stays. */
export function RenameDialog({ row, onClose }: { row: DraftRow; onClose: () => void }) {
  const t = useTexts()
  const form = useId()
  const { id, channel, content, isBirthday, version } = row
  const rename = useCall(
    (title: string) => call(saveTemplate, { params: { id }, body: { channel, content, isBirthday, version, title } }),
    { refreshes: keptReads, done: () => toast.ok(t('messaging.lists.renamed')) },
  )
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    const title = textOf(new FormData(event.currentTarget), 'title').trim()
    if (title !== '') rename.run(title, { done: onClose })
  }
  const actions = (
    <>
      <Button onClick={onClose}>{t('messaging.sent.cancel')}</Button>
      <Button kind="primary" type="submit" form={form} busy={rename.busy}>
        {t('messaging.lists.rename')}
      </Button>
    </>
  )
  return (
    <Dialog open onClose={onClose} title={t('messaging.lists.renameTitle')} actions={actions}>
      <form id={form} className="stack" onSubmit={submit}>
        <TextField
          name="title"
          label={t('messaging.lists.name')}
          defaultValue={row.title ?? ''}
          maxLength={TITLE_MAX_LENGTH}
          autoComplete="off"
          required
          onChange={rename.forget}
        />
        {rename.failure && <Note tone="bad">{t(failures[rename.failure.code] ?? 'messaging.lists.notRenamed')}</Note>}
      </form>
    </Dialog>
  )
}
