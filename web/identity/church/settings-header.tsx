import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useTexts, type TextId } from '../../languages/index.ts'
import { paths } from '../../routing/paths.ts'
import { useSession } from '../../session/session.ts'
import { PageHeader } from '../../ui/surfaces/page-header.tsx'
import classes from './settings.module.css'

const parts = {
  church: { to: paths.church, label: 'identity.church.tab' },
  staff: { to: paths.staff, label: 'identity.staff.tab' },
  occasions: { to: paths.occasions, label: 'identity.church.occasionsTab' },
  email: { to: paths.emailSettings, label: 'identity.church.emailTab' },
  log: { to: paths.log, label: 'identity.log.tab' },
} as const satisfies Record<string, { to: string; label: TextId }>

type SettingsHeaderProps = { part: keyof typeof parts; actions?: ReactNode }

/** Title of the settings and the way between their parts. */
export function SettingsHeader({ part, actions }: SettingsHeaderProps) {
  const t = useTexts()
  const { church } = useSession()
  return (
    <div className={classes['header']}>
      <PageHeader title={t('identity.church.settings')} tabTitle={t(parts[part].label)} actions={actions}>
        {church.name}
      </PageHeader>
      <nav className={classes['parts']} aria-label={t('identity.church.settings')}>
        {Object.values(parts).map(({ to, label }) => (
          <Link
            key={to}
            to={to}
            activeOptions={{ exact: true }}
            aria-current={to === parts[part].to ? 'page' : undefined}
          >
            {t(label)}
          </Link>
        ))}
      </nav>
    </div>
  )
}
