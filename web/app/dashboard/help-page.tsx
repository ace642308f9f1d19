import { useQuery } from '@tanstack/react-query'
import { readDashboard } from '#contract/dashboard/dashboard.ts'
import { useTexts } from '../../languages/index.ts'
import { read } from '../../api/queries.ts'
import { Failed, Loading } from '../../ui/states/index.ts'
import { PageHeader } from '../../ui/surfaces/page-header.tsx'
import classes from './dashboard.module.css'
import { FirstSteps } from './first-steps/first-steps.tsx'
import { HelpCard } from './help-card.tsx'

/** The first steps, whether they are done or put away, and the people who help. */
export function HelpPage() {
  const t = useTexts()
  const { data, error, isPending, refetch } = useQuery({ ...read(readDashboard), staleTime: 0 })
  const steps = data?.firstSteps ?? []
  return (
    <>
      <PageHeader title={t('ui.shell.help')}>{t('app.home.helpLine')}</PageHeader>
      {isPending && <Loading rows={5} />}
      {error && <Failed failure={error} onRetry={() => void refetch()} />}
      <div className={classes[steps.length > 0 ? 'first' : 'rows']}>
        {steps.length > 0 && <FirstSteps steps={steps} />}
        <HelpCard />
      </div>
    </>
  )
}
