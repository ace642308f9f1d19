import { Link } from '@tanstack/react-router'
import { useQuery } from '@tanstack/react-query'
import { readMyDay } from '#contract/followup/day.ts'
import { read } from '../../api/queries.ts'
import { useAct } from '../../api/use-act.ts'
import { useTexts } from '../../languages/index.ts'
import { paths } from '../../routing/paths.ts'
import { useWayOut } from '../../session/session.ts'
import { Button, ButtonLink } from '../../ui/controls/button.tsx'
import { IconLogout, IconSettings, IconUserPlus } from '../../ui/icons.ts'
import { PageHeader } from '../../ui/surfaces/page-header.tsx'
import classes from './hub.module.css'

const tabs = [
  { to: paths.followup, label: 'followup.tab.day' },
  { to: paths.followupDashboard, label: 'followup.tab.dashboard' },
  { to: paths.followupPeople, label: 'followup.tab.people' },
  { to: paths.followupTask, label: 'followup.tab.task' },
  { to: paths.welcomeForm, label: 'followup.tab.welcome' },
  { to: paths.automation, label: 'followup.tab.automation' },
] as const

/** How many wait in a tab, once it is known. */
function useCounts(): Partial<Record<(typeof tabs)[number]['to'], number>> {
  const { data } = useQuery(read(readMyDay, { query: { whose: 'mine' } }))
  return data ? { [paths.followup]: data.cards.length, [paths.followupTask]: data.openTasks } : {}
}

/** Title, acts and tabs: the same over every part of following up. */
export function HubHead() {
  const t = useTexts()
  const leave = useWayOut()
  const { busy, run } = useAct()
  const counts = useCounts()
  return (
    <>
      <PageHeader
        title={t('followup.hub.title')}
        actions={
          <>
            <ButtonLink to={paths.addFirstTimer} kind="primary" icon={IconUserPlus}>
              {t('followup.hub.add')}
            </ButtonLink>
            <Button icon={IconLogout} busy={busy} onClick={() => run(leave)}>
              {t('followup.hub.logout')}
            </Button>
          </>
        }
      />
      <nav className={classes['tabs']} aria-label={t('followup.hub.title')}>
        {tabs.map(({ to, label }) => (
          <Link key={to} to={to} activeOptions={{ exact: true, includeSearch: false }}>
            {t(label)}
            {counts[to] !== undefined && <span className={`num ${classes['count']}`}>{counts[to]}</span>}
          </Link>
        ))}
        <Link to={paths.followupSettings} className={classes['settings']} title={t('followup.hub.settings')}>
          <IconSettings size={20} stroke={1.75} aria-hidden="true" />
          <span className="vh">{t('followup.hub.settings')}</span>
        </Link>
      </nav>
    </>
  )
}
