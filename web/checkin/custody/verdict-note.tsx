import type { verifyCustody } from '#contract/checkin/custody.ts'
import type { Result } from '#contract/endpoint.ts'
import { useTexts } from '../../lib/languages/index.ts'
import { Note } from '../../ui/surfaces/note.tsx'
import { failureText } from '../shared/failure-text.ts'

type VerdictNoteProps = { verdict: Result<typeof verifyCustody> | undefined; failure: unknown }

/** What the check of the log found. */
export function VerdictNote({ verdict, failure }: VerdictNoteProps) {
  const t = useTexts()
  if (failure) return <Note tone="bad">{t(failureText(failure))}</Note>
  if (!verdict) return null
  if (verdict.intact) return <Note tone="ok">{t('checkin.custody.whole', { count: verdict.entries })}</Note>
  return (
    <Note tone="bad">
      <p className="strong">{t('checkin.custody.notWhole')}</p>
      <ul>
        {verdict.broken.map(({ eventId, eventName, number }) => (
          <li key={eventId}>{t('checkin.custody.brokenAt', { number, event: eventName })}</li>
        ))}
      </ul>
    </Note>
  )
}
