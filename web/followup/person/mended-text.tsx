import { useState, type SyntheticEvent } from 'react'
import { useTexts } from '../../languages/index.ts'
import { Button } from '../../ui/controls/button.tsx'
import { AreaField } from '../../ui/controls/field.tsx'
import classes from './person.module.css'

type MendedTextProps = {
  text: string
  label: string
  /** Only who wrote it changes it or takes it away. */
  isMine: boolean
  isEdited: boolean
  /** A contact may say nothing. */
  mayBeEmpty?: boolean
  busy: boolean
  onSave: (text: string, done: () => void) => void
  onRemove: () => void
}

/** What somebody wrote, with the ways to mend it and to take it back. */
export function MendedText({ text, label, isMine, isEdited, mayBeEmpty, busy, onSave, onRemove }: MendedTextProps) {
  const t = useTexts()
  const [draft, setDraft] = useState<string | null>(null)
  const submit = (event: SyntheticEvent) => {
    event.preventDefault()
    onSave(draft ?? '', () => setDraft(null))
  }
  if (draft !== null)
    return (
      <form className={classes['stack']} onSubmit={submit}>
        <AreaField
          label={label}
          value={draft}
          required={!mayBeEmpty}
          rows={2}
          maxLength={4000}
          onChange={({ currentTarget }) => setDraft(currentTarget.value)}
        />
        <div className={`row ${classes['end']}`}>
          <Button size="sm" onClick={() => setDraft(null)}>
            {t('followup.people.cancel')}
          </Button>
          <Button size="sm" type="submit" busy={busy}>
            {t('followup.write.save')}
          </Button>
        </div>
      </form>
    )
  return (
    <>
      {text && (
        <p className={classes['said']}>
          {text}
          {isEdited && <span className="small muted"> {t('followup.log.edited')}</span>}
        </p>
      )}
      {isMine && (
        <div className={classes['mend']}>
          <Button size="sm" kind="quiet" onClick={() => setDraft(text)}>
            {t('followup.about.editShort')}
          </Button>
          <Button size="sm" kind="quiet" busy={busy} onClick={onRemove}>
            {t('followup.log.delete')}
          </Button>
        </div>
      )}
    </>
  )
}
