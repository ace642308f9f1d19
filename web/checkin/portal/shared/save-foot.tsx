import { useTexts } from '../../../languages/index.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { FormFoot } from '../../../ui/forms/form-foot.tsx'
import { Note } from '../../../ui/surfaces/note.tsx'
import { failureWords } from './failure-words.ts'

type SaveFootProps = { failure: unknown; isBusy: boolean; onCancel: () => void }

/** Cancel and Save of a long form in a dialog. */
export function SaveFoot({ failure, isBusy, onCancel }: SaveFootProps) {
  const t = useTexts()
  return (
    <FormFoot note={failure !== null && <Note tone="bad">{failureWords(t, failure)}</Note>}>
      <Button onClick={onCancel}>{t('portal.member.cancel')}</Button>
      <Button type="submit" kind="primary" busy={isBusy}>
        {t('portal.member.save')}
      </Button>
    </FormFoot>
  )
}
