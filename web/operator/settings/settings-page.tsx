import { useTexts } from '../../languages/index.ts'
import { Failed, Loading } from '../../ui/states/index.ts'
import { Card } from '../../ui/surfaces/card.tsx'
import { PageHeader } from '../../ui/surfaces/page-header.tsx'
import { SandboxNote } from '../facts/sandbox-note.tsx'
import classes from './settings.module.css'
import { SettingsForm } from './settings-form.tsx'
import { useSettings } from './draft.ts'

/** How the installation is reached and paid. */
export function SettingsPage() {
  const t = useTexts()
  const { data, error, refetch } = useSettings()
  return (
    <>
      <PageHeader title={t('operator.nav.settings')}>{t('operator.settings.line')}</PageHeader>
      <div className={classes['note']}>
        <SandboxNote />
      </div>
      {data ? (
        <SettingsForm settings={data} />
      ) : (
        <Card padded={false}>{error ? <Failed failure={error} onRetry={() => void refetch()} /> : <Loading />}</Card>
      )}
    </>
  )
}
