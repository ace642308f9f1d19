import { useQuery } from '@tanstack/react-query'
import { readTeam } from '#contract/followup/day.ts'
import { readFollowupSettings } from '#contract/followup/settings.ts'
import { read } from '../../api/queries.ts'
import { useTexts } from '../../languages/index.ts'
import { paths } from '../../routing/paths.ts'
import { useCan } from '../../session/session.ts'
import { Failed, Loading } from '../../ui/states/index.ts'
import { PageHeader } from '../../ui/surfaces/page-header.tsx'
import formClasses from '../form-page.module.css'
import { HoursCard } from './hours-card.tsx'
import { SourcesCard, StagesCard } from './lists-cards.tsx'
import { TeamCard } from './team-card.tsx'

/** How a church follows up: who does, when, along which path, and from where people come. */
export function FollowupSettingsPage() {
  const t = useTexts()
  const mayChange = useCan('church.manage')
  const settings = useQuery(read(readFollowupSettings, {}))
  const team = useQuery(read(readTeam, {}))
  const error = settings.error ?? team.error
  const retry = () => void Promise.all([settings.refetch(), team.refetch()])
  return (
    <>
      <PageHeader title={t('followup.settings.title')} back={{ to: paths.followup, label: t('followup.hub.title') }}>
        {!mayChange && t('followup.settings.readOnly')}
      </PageHeader>
      {error && <Failed failure={error} onRetry={retry} />}
      {!error && (!settings.data || !team.data) && <Loading rows={5} />}
      {settings.data && team.data && (
        <div className={formClasses['stack']}>
          <TeamCard team={team.data} mayChange={mayChange} />
          <HoursCard settings={settings.data} mayChange={mayChange} />
          <StagesCard settings={settings.data} track="first_timer" mayChange={mayChange} />
          <StagesCard settings={settings.data} track="new_convert" mayChange={mayChange} />
          <SourcesCard settings={settings.data} mayChange={mayChange} />
        </div>
      )}
    </>
  )
}
