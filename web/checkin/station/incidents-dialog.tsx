import { useQuery } from '@tanstack/react-query'
import type { Incident } from '#contract/checkin/incidents.ts'
import { useTexts } from '../../languages/index.ts'
import { can, sessionQuery } from '../../session/session.ts'
import { Dialog } from '../../ui/controls/dialog.tsx'
import { IncidentList } from '../custody/incidents.tsx'

/** What stations do not agree about, at every station, until somebody who leads the check-in has settled it. */
export function IncidentsDialog({ incidents, onClose }: { incidents: readonly Incident[]; onClose: () => void }) {
  const t = useTexts()
  const { data: session } = useQuery({ ...sessionQuery, enabled: false })
  return (
    <Dialog open onClose={onClose} title={t('checkin.incident.title')}>
      <p>{t('checkin.incident.text')}</p>
      <IncidentList incidents={incidents} maySettle={session ? can(session, 'checkin.manage') : false} />
    </Dialog>
  )
}
