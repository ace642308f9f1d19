import { useState } from 'react'
import { compareCustody } from '#contract/checkin/custody.ts'
import { call } from '../../api/call.ts'
import { useCall } from '../../api/use-call.ts'
import { useTexts } from '../../languages/index.ts'
import { Button } from '../../ui/controls/button.tsx'
import { Dialog } from '../../ui/controls/dialog.tsx'
import { AreaField } from '../../ui/controls/field.tsx'
import { Note } from '../../ui/surfaces/note.tsx'
import { failureText } from '../failure-text.ts'

/** Lines of a daily mail, or of an exported file, against the log as it is now. */
export function CompareDialog({ onClose }: { onClose: () => void }) {
  const t = useTexts()
  const [anchors, setAnchors] = useState('')
  const compare = useCall(() => call(compareCustody, { body: { anchors } }))
  const { answer: found, failure } = compare
  return (
    <Dialog open onClose={onClose} title={t('checkin.custody.compareTitle')}>
      <form
        className="stack"
        onSubmit={(event) => {
          event.preventDefault()
          if (anchors.trim() !== '') compare.run()
        }}
      >
        <p>{t('checkin.custody.compareText')}</p>
        <AreaField
          label={t('checkin.custody.compareField')}
          name="anchors"
          rows={5}
          maxLength={50_000}
          required
          value={anchors}
          onChange={({ target }) => setAnchors(target.value)}
        />
        <div role="status">
          {failure && <Note tone="bad">{t(failureText(failure))}</Note>}
          {found && <Found {...found} />}
        </div>
        <Button type="submit" kind="primary" block busy={compare.busy}>
          {t('checkin.custody.compareGo')}
        </Button>
      </form>
    </Dialog>
  )
}

type FoundProps = {
  compared: number
  intact: boolean
  broken: { eventId: string; eventName: string | null; number: number }[]
}

function Found({ compared, intact, broken }: FoundProps) {
  const t = useTexts()
  if (compared === 0) return <Note tone="warn">{t('checkin.custody.compareNone')}</Note>
  if (intact) return <Note tone="ok">{t('checkin.custody.compareWhole')}</Note>
  return (
    <Note tone="bad">
      <p className="strong">{t('checkin.custody.notWhole')}</p>
      <ul>
        {broken.map(({ eventId, eventName, number }) => (
          <li key={eventId}>
            {eventName === null
              ? t('checkin.custody.compareGone')
              : t('checkin.custody.brokenAt', { number, event: eventName })}
          </li>
        ))}
      </ul>
    </Note>
  )
}
